/** Takes records out of a schema's segments. */
import type { SegmentEntry } from '#contract/segments.ts';
import { hasBit } from '../index/bits.ts';
import { ordinalOf, type RecordReference } from '../index/recordRanges.ts';
import { deletedBits, withDeleted } from '../index/tombstones.ts';

/** The segments without these records; one that has no others is left out. Null when a record is in none of them. */
export function withoutRecords(
  segments: readonly SegmentEntry[],
  records: readonly RecordReference[],
): SegmentEntry[] | null {
  let found = 0;
  const left = segments.flatMap((entry) => {
    const ordinals = new Set(records.flatMap((record) => ordinalOf(entry.ranges, record) ?? []));
    if (ordinals.size === 0) return [entry];
    const deleted = deletedBits(entry);
    for (const ordinal of ordinals) if (!deleted || !hasBit(deleted, ordinal)) found++;
    return withDeleted(entry, [...ordinals]) ?? [];
  });
  const wanted = new Set(records.map(({ upload, number }) => `${upload} ${number}`));
  return found === wanted.size ? left : null;
}
