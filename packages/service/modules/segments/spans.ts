/** Sets of records, as stretches of numbers by upload. */
import type { RecordRange } from '@cloakroom/contract/segments.ts';

/** From `first` up to and without `end`. */
type Span = { first: number; end: number };
/** By upload in hex; each list sorted, its spans neither touching nor overlapping. */
export type Spans = ReadonlyMap<string, readonly Span[]>;

/** The records that any of the ranges names. */
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

/** How many records there are. */
export function sizeOf(spans: Spans): number {
  let size = 0;
  for (const list of spans.values()) for (const { first, end } of list) size += end - first;
  return size;
}

/** Whether every record of `inner` is one of `outer`. */
export function within(outer: Spans, inner: Spans): boolean {
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

/** The records of `all` that are none of `some`. */
export function without(all: Spans, some: Spans): Spans {
  const left = new Map<string, Span[]>();
  for (const [upload, spans] of all) {
    const taken = some.get(upload) ?? [];
    const rest = spans.flatMap((span) => pieces(span, taken));
    if (rest.length > 0) left.set(upload, rest);
  }
  return left;
}

/** What is left of a span between others. */
function pieces({ first, end }: Span, taken: readonly Span[]): Span[] {
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
