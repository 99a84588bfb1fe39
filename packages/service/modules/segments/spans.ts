/** Sets of records, as spans of record numbers by upload. */
import type { RecordRange } from '@cloakroom/contract/segments.ts';

/** From `first` up to, not including, `end`. */
type Span = { first: number; end: number };
/** By upload in hex; each list is sorted, and its spans neither touch nor overlap. */
export type Spans = ReadonlyMap<string, readonly Span[]>;

/** The union of the ranges. */
export function spansOf(ranges: Iterable<RecordRange>): Spans {
  const byUpload = new Map<string, Span[]>();
  for (const { upload, first, count } of ranges) {
    const spans = byUpload.get(upload) ?? [];
    spans.push({ first, end: first + count });
    byUpload.set(upload, spans);
  }
  return new Map([...byUpload].map(([upload, spans]) => [upload, joined(spans)]));
}

function joined(spans: Span[]): Span[] {
  const result: Span[] = [];
  for (const { first, end } of spans.sort((a, b) => a.first - b.first)) {
    const last = result.at(-1);
    if (last && first <= last.end) last.end = Math.max(last.end, end);
    else result.push({ first, end });
  }
  return result;
}

/** The number of records. */
export function sizeOf(spans: Spans): number {
  let size = 0;
  for (const list of spans.values()) for (const { first, end } of list) size += end - first;
  return size;
}

/** Whether `outer` contains every record of `inner`. */
export function containsSpans(outer: Spans, inner: Spans): boolean {
  for (const [upload, spans] of inner) {
    const around = outer.get(upload) ?? [];
    let at = 0;
    for (const { first, end } of spans) {
      while (at < around.length && around[at]!.end < end) at++;
      const span = around[at];
      if (!span || span.first > first) return false;
    }
  }
  return true;
}

/** The records of `all` that are not in `some`. */
export function subtractSpans(all: Spans, some: Spans): Spans {
  const difference = new Map<string, Span[]>();
  for (const [upload, spans] of all) {
    const taken = some.get(upload) ?? [];
    const rest = spans.flatMap((span) => subtractFromSpan(span, taken));
    if (rest.length > 0) difference.set(upload, rest);
  }
  return difference;
}

/** The parts of a span that are not in `taken`. */
function subtractFromSpan({ first, end }: Span, taken: readonly Span[]): Span[] {
  const rest: Span[] = [];
  let at = first;
  for (const other of taken) {
    if (other.end <= at || other.first >= end) continue;
    if (other.first > at) rest.push({ first: at, end: other.first });
    at = other.end;
  }
  if (at < end) rest.push({ first: at, end });
  return rest;
}
