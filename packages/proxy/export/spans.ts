/** The records of a manifest in upload order, in spans that were sealed alike. */
import type { Manifest, RecordRange, SegmentEntry } from '@cloakroom/contract/segments.ts';
import { recordsAt, type OrdinalRange } from '@cloakroom/sealed-index/ordinals.ts';
import type { RecordPlaces } from '../search/recordPlaces.ts';
import { ordinalOf, type RecordReference } from '@cloakroom/sealed-index/recordRanges.ts';

/** Neighbouring records of one upload in one segment; a changed record is a span of its own, with its id. */
export type Span = RecordRange & { entry: SegmentEntry; id?: string | undefined };

/** Where a record is in a manifest: its segment, and its ordinal there. A deleted record has a position until it is compacted. */
export type Position = { segment: number; ordinal: number };

/** The position of a record; null if no segment has it. */
export function positionOf({ segments }: Manifest, record: RecordReference): Position | null {
  for (const [segment, { ranges }] of segments.entries()) {
    const ordinal = ordinalOf(ranges, record);
    if (ordinal !== null) return { segment, ordinal };
  }
  return null;
}

export const isAfter = (one: Position, other: Position): boolean =>
  one.segment === other.segment ? one.ordinal > other.ordinal : one.segment > other.segment;

/** The records after a position, in upload order; all of them for null. @param limit - how many at most. */
export function spansAfter({ segments }: Manifest, after: Position | null, limit: number): Span[] {
  const spans: Span[] = [];
  let left = limit;
  for (let at = after?.segment ?? 0; at < segments.length && left > 0; at++) {
    const entry = segments[at]!;
    const from = at === after?.segment ? after.ordinal + 1 : 0;
    for (const range of recordsAt(entry.ranges, liveOrdinals(entry, from))) {
      const count = Math.min(left, range.count);
      if (count === 0) break;
      spans.push({ ...range, count, entry });
      left -= count;
    }
  }
  return spans;
}

/** The ordinals of a segment's records without the deleted ones, from one on. */
function liveOrdinals({ records, deleted = [] }: SegmentEntry, from: number): OrdinalRange[] {
  const live: OrdinalRange[] = [];
  let at = from;
  for (const [first, count] of deleted) {
    if (first > at) live.push([at, first - at]);
    at = Math.max(at, first + count);
  }
  if (at < records) live.push([at, records - at]);
  return live;
}

/** The records of references as spans, in their order. The manifest has all of them. */
export function spansOf(manifest: Manifest, references: readonly RecordReference[]): Span[] {
  const spans: Span[] = [];
  for (const record of references) {
    const last = spans.at(-1);
    const isNext = last?.upload === record.upload && last.first + last.count === record.number;
    // Neighbouring records are in different segments where an upload was cut.
    if (isNext && ordinalOf(last.entry.ranges, record) !== null) last.count++;
    else {
      const entry = manifest.segments[positionOf(manifest, record)!.segment]!;
      spans.push({ upload: record.upload, first: record.number, count: 1, entry });
    }
  }
  return spans;
}

/** The same records with the ids of changed ones. */
export function withIds(spans: readonly Span[], { hasChanges, changedAt }: RecordPlaces): Span[] {
  if (!hasChanges) return [...spans];
  return spans.flatMap(({ upload, first, count, entry }) => {
    const parts: Span[] = [];
    for (let number = first; number < first + count; number++) {
      const id = changedAt({ upload, number });
      const last = parts.at(-1);
      if (last && last.id === undefined && id === undefined) last.count++;
      else parts.push({ upload, first: number, count: 1, entry, id });
    }
    return parts;
  });
}

/** The ranges of the first records of spans. */
export function firstOf(spans: readonly Span[], records: number): RecordRange[] {
  let left = records;
  return spans.flatMap(({ upload, first, count: all }) => {
    const count = Math.min(all, left);
    left -= count;
    return count > 0 ? [{ upload, first, count }] : [];
  });
}

/** The records of spans, one by one. */
export const referencesIn = (spans: readonly Span[]): RecordReference[] =>
  spans.flatMap(({ upload, first, count }) =>
    Array.from({ length: count }, (_, at) => ({ upload, number: first + at })),
  );
