/** What is left of a segment's records once the deleted ones are taken out. */
import type { RecordRange, SegmentEntry } from './segments.ts';

type Segment = Pick<SegmentEntry, 'records' | 'deleted'>;

/** How many records of a segment were deleted. */
export const deletedCount = ({ deleted = [] }: Segment): number =>
  deleted.reduce((sum, [, count]) => sum + count, 0);

/** How many records of a segment are left. */
export const liveCount = (segment: Segment): number => segment.records - deletedCount(segment);

/** How many of the records that are left have values that the index lacks, because they could not be read. */
export function unreadableCount({ deleted = [], unreadable = [] }: Partial<SegmentEntry>): number {
  let count = 0;
  for (const [first, length] of unreadable) {
    count += length;
    for (const [gone, goneLength] of deleted)
      count -= Math.max(0, Math.min(first + length, gone + goneLength) - Math.max(first, gone));
  }
  return count;
}

/** Whether the deleted stretches rise, with a gap between each two, and leave at least one record of the segment. */
export function tidilyDeleted(segment: Segment): boolean {
  let end = -1;
  for (const [first, count] of segment.deleted ?? []) {
    if (first <= end) return false;
    end = first + count;
  }
  return end <= segment.records && liveCount(segment) > 0;
}

/** The records of a segment that are left, in its order. */
export function liveRanges({
  ranges,
  deleted = [],
}: Pick<SegmentEntry, 'ranges' | 'deleted'>): RecordRange[] {
  if (deleted.length === 0) return ranges;
  const live: RecordRange[] = [];
  let gap = 0;
  let start = 0;
  for (const { upload, first, count } of ranges) {
    const end = start + count;
    let at = start;
    while (at < end) {
      const [from = Infinity, length = 0] = deleted[gap] ?? [];
      const until = Math.min(end, from);
      if (until > at) live.push({ upload, first: first + at - start, count: until - at });
      at = Math.max(at, Math.min(end, from + length));
      if (from + length <= end) gap++;
    }
    start = end;
  }
  return live;
}
