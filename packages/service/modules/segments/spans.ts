/** Sets of records, as spans of record numbers by upload. */
import { recordsPerGroup, type RecordRange } from '@cloakroom/contract/segments.ts';

/** From `first` up to, not including, `end`. */
export type Span = { first: number; end: number };
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
  return new Map([...byUpload].map(([upload, spans]) => [upload, joinedSpans(spans)]));
}

/** The union of spans of one upload. */
export function joinedSpans(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const { first, end } of [...spans].sort((a, b) => a.first - b.first)) {
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

/** Whether spans of an upload have a record of the group that begins with this one. */
export const hasGroupRecord = (spans: readonly Span[], first: number): boolean =>
  spans.some((span) => span.first < first + recordsPerGroup && span.end > first);

/** The first record of a record's group. */
export const groupStart = (number: number) => number - (number % recordsPerGroup);
const groupEnd = (number: number) => groupStart(number + recordsPerGroup - 1);

/**
 * Removed records by what becomes of their groups. Example: records 30 to 69 are removed, 0 to 29 are kept; then group 0 is
 * stale, groups 1 and 2 are unused, and `removed` is the span from 30 to 96.
 * @param kept - the records that are still published.
 * @param grouped - the uploads whose records are sealed in groups; the spans of others are not extended.
 * @returns `removed`, extended to the ends of groups without kept records; and the groups that still have kept ones.
 */
export function byGroups(
  removed: Spans,
  kept: Spans,
  grouped: ReadonlySet<string>,
): { removed: Spans; stale: Map<string, Set<number>> } {
  const extended = new Map<string, Span[]>();
  const stale = new Map<string, Set<number>>();
  for (const [upload, spans] of removed) {
    if (!grouped.has(upload)) {
      extended.set(upload, [...spans]);
      continue;
    }
    const isKept = (first: number) => hasGroupRecord(kept.get(upload) ?? [], first);
    const list: Span[] = [];
    for (let { first, end } of spans) {
      for (const edge of new Set([groupStart(first), groupStart(end - 1)]))
        if (isKept(edge)) stale.set(upload, (stale.get(upload) ?? new Set()).add(edge / recordsPerGroup));
      if (!isKept(groupStart(first))) first = groupStart(first);
      if (!isKept(groupStart(end - 1))) end = groupEnd(end);
      list.push({ first, end });
    }
    extended.set(upload, joinedSpans(list));
  }
  return { removed: extended, stale };
}

/** A span with the number of its records that are removed: places without a record may follow them. */
export type CountedSpan = Span & { records: number };

/**
 * Counts the records of extended spans. The last group of a span is one of its own if it has fewer records than places, so that
 * no other span has places without records at its end.
 * @param extended - as `byGroups` extends `exact`.
 */
export function countedSpans(extended: Spans, exact: Spans): Map<string, CountedSpan[]> {
  return new Map(
    [...extended].map(([upload, spans]) => {
      const counted = exact.get(upload) ?? [];
      let at = 0;
      const parts = spans.flatMap((span) => {
        const tail = Math.max(span.first, groupStart(span.end - 1));
        let [inTail, before, last] = [0, 0, span.first];
        for (; at < counted.length && counted[at]!.first < span.end; at++) {
          const { first, end } = counted[at]!;
          before += Math.max(0, Math.min(end, tail) - first);
          inTail += Math.max(0, end - Math.max(first, tail));
          last = end;
        }
        if (last === span.end || tail === span.first) return [{ ...span, records: before + inTail }];
        return [
          { first: span.first, end: tail, records: before },
          { first: tail, end: span.end, records: inTail },
        ];
      });
      return [upload, parts];
    }),
  );
}

/** The groups of which all records are in a span: from `first` up to, not including, `end`. */
export const groupsIn = ({ first, end }: Span): Span => ({
  first: groupEnd(first) / recordsPerGroup,
  end: groupStart(end) / recordsPerGroup,
});
