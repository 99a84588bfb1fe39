/** The records of a segment without the deleted ones, and which of them are new versions. */
import type { RecordRange, SegmentEntry } from './segments.ts';

type Segment = Pick<SegmentEntry, 'records' | 'deleted'>;

export const deletedCount = ({ deleted = [] }: Segment): number =>
  deleted.reduce((sum, [, count]) => sum + count, 0);

export const liveCount = (segment: Segment): number => segment.records - deletedCount(segment);

/** The live records of several segments. */
export const totalLiveCount = (segments: readonly Segment[]): number =>
  segments.reduce((sum, segment) => sum + liveCount(segment), 0);

/** How many live records have values that the index lacks, because they could not be read. */
export function unreadableCount({ deleted = [], unreadable = [] }: Partial<SegmentEntry>): number {
  let count = 0;
  for (const [first, length] of unreadable) {
    count += length;
    for (const [deletedFirst, deletedLength] of deleted)
      count -= Math.max(
        0,
        Math.min(first + length, deletedFirst + deletedLength) - Math.max(first, deletedFirst),
      );
  }
  return count;
}

/** Whether the deleted ranges are ascending, with a gap between each two, and leave at least one record. */
export function isValidDeletion(segment: Segment): boolean {
  let end = -1;
  for (const [first, count] of segment.deleted ?? []) {
    if (first <= end) return false;
    end = first + count;
  }
  return end <= segment.records && liveCount(segment) > 0;
}

/** The live records of a segment, in its order. */
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

/** A new version of a record: the record's id, and the upload and number under which the version is stored. */
export type LiveVersion = { id: string; upload: string; number: number };

/** The new versions among the live records of a segment, in its order. */
export function liveVersions({
  ranges,
  deleted = [],
  versions = [],
}: Pick<SegmentEntry, 'ranges' | 'deleted' | 'versions'>): LiveVersion[] {
  const live: LiveVersion[] = [];
  let [gap, range, start] = [0, 0, 0];
  for (const [ordinal, id] of versions) {
    while (gap < deleted.length && deleted[gap]![0] + deleted[gap]![1] <= ordinal) gap++;
    if (gap < deleted.length && deleted[gap]![0] <= ordinal) continue;
    while (range < ranges.length && start + ranges[range]!.count <= ordinal) start += ranges[range++]!.count;
    if (range === ranges.length) break;
    const { upload, first } = ranges[range]!;
    live.push({ id, upload, number: first + ordinal - start });
  }
  return live;
}
