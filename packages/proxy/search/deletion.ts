/** Marks records as deleted in a schema's segments. */
import { liveCount } from '@cloakroom/contract/liveRecords.ts';
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import { hasBit } from '@cloakroom/sealed-index/bits.ts';
import { ordinalRangesOf, wholeUpload, type OrdinalRange } from '@cloakroom/sealed-index/ordinals.ts';
import { ordinalOf, type RecordReference } from '@cloakroom/sealed-index/recordRanges.ts';
import { deletedBits, withDeleted } from '@cloakroom/sealed-index/tombstones.ts';
import { statedPlace } from './recordPlaces.ts';

/** The segments without these records; emptied segments are omitted. Null if a record is in none of them. */
export function withoutRecords(
  segments: readonly SegmentEntry[],
  records: readonly RecordReference[],
): SegmentEntry[] | null {
  let found = 0;
  const remaining = segments.flatMap((entry) => {
    const ordinals = new Set(records.flatMap((record) => ordinalOf(entry.ranges, record) ?? []));
    if (ordinals.size === 0) return [entry];
    const deleted = deletedBits(entry);
    for (const ordinal of ordinals) if (!deleted || !hasBit(deleted, ordinal)) found++;
    return (
      withDeleted(
        entry,
        Array.from(ordinals, (ordinal) => [ordinal, 1]),
      ) ?? []
    );
  });
  const requested = new Set(records.map(({ upload, number }) => `${upload} ${number}`));
  return found === requested.size ? remaining : null;
}

/** The segments without the records of an upload, changed ones included; emptied segments are omitted. Null if none has any. */
export function withoutUpload(segments: readonly SegmentEntry[], upload: string): SegmentEntry[] | null {
  let found = 0;
  const remaining = segments.flatMap((entry) => {
    const changed = (entry.versions ?? []).flatMap(([ordinal, id]): OrdinalRange[] =>
      statedPlace(id)?.upload === upload ? [[ordinal, 1]] : [],
    );
    const ordinalRanges = [...ordinalRangesOf(entry.ranges, [wholeUpload(upload)]), ...changed];
    if (ordinalRanges.length === 0) return [entry];
    const rest = withDeleted(entry, ordinalRanges);
    found += liveCount(entry) - (rest ? liveCount(rest) : 0);
    return rest ?? [];
  });
  return found > 0 ? remaining : null;
}
