/** Appends segments to a schema's list. */
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import { ordinalOf } from '@cloakroom/sealed-index/recordRanges.ts';

/** The list with the entries that it lacks; null if it has all of them, as separate segments or merged. */
export function withAppended(
  segments: readonly SegmentEntry[],
  entries: readonly SegmentEntry[],
): SegmentEntry[] | null {
  const missing = entries.filter((entry) => !segments.some((segment) => containsSegment(segment, entry)));
  return missing.length > 0 ? [...segments, ...missing] : null;
}

/** Whether a segment is the entry's, or contains its records after a merge. */
function containsSegment(segment: SegmentEntry, { id, ranges: [range] }: SegmentEntry): boolean {
  if (segment.id === id) return true;
  return range !== undefined && ordinalOf(segment.ranges, { ...range, number: range.first }) !== null;
}
