/** Deleted records of a segment: hidden by their ordinals until merging leaves them out. */
import { liveCount } from '@cloakroom/contract/liveRecords.ts';
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import { emptyBitmap, setBit } from './bits.ts';
import type { OrdinalRange } from './ordinals.ts';

/** The deleted records as a set of ordinals; null if there are none. */
export function deletedBits({
  records,
  deleted,
}: Pick<SegmentEntry, 'records' | 'deleted'>): Uint8Array | null {
  if (!deleted) return null;
  const bits = emptyBitmap(records);
  for (const [first, count] of deleted)
    for (let ordinal = first; ordinal < first + count; ordinal++) setBit(bits, ordinal);
  return bits;
}

/** The entry with more records deleted; null if no live record would be left. */
export function withDeleted(entry: SegmentEntry, more: readonly OrdinalRange[]): SegmentEntry | null {
  const deletedRanges = (entry.deleted ?? []).concat(more);
  const joined: OrdinalRange[] = [];
  for (const [first, count] of deletedRanges.sort(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last && first <= last[0] + last[1]) last[1] = Math.max(last[1], first + count - last[0]);
    else joined.push([first, count]);
  }
  if (joined.length === 0) return entry;
  const deleted = { ...entry, deleted: joined };
  return liveCount(deleted) > 0 ? deleted : null;
}
