/** The publication of a new version of a record: the former one is deleted, and the record keeps its id. */
import { z } from 'zod';
import { UploadId, type SegmentEntry } from '@cloakroom/contract/segments.ts';
import { HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import { ordinalOf } from '@cloakroom/sealed-index/recordRanges.ts';
import { withoutRecords } from '../search/deletion.ts';
import { placesIn } from '../search/recordPlaces.ts';

/** The record that the only record of an upload is a new version of. */
export const Replacement = z.object({
  id: z.string(),
  /** Where the version is stored that may be replaced; any version without it. */
  place: z.object({ upload: UploadId, number: z.number().int() }).optional(),
});
export type Replacement = z.infer<typeof Replacement>;

/**
 * The segments with the new version of a record in the place of its present one. Null if they have the new one already.
 * @param entry - the segment of the new version alone.
 * @throws {HttpProblem} 404 if the record is gone, 412 if another version has replaced the expected one.
 */
export function withNewVersion(
  segments: readonly SegmentEntry[],
  entry: SegmentEntry,
  { id, place: expected }: Replacement,
): SegmentEntry[] | null {
  const [{ upload, first }] = entry.ranges as [SegmentEntry['ranges'][number]];
  const own = { upload, number: first };
  if (segments.some(({ ranges }) => ordinalOf(ranges, own) !== null)) return null;
  const place = placesIn({ segments }).placeOf(id);
  const remaining = place && withoutRecords(segments, [place]);
  if (!remaining) throw notFound('Record');
  if (expected && (expected.upload !== place.upload || expected.number !== place.number))
    throw otherVersion();
  return [...remaining, { ...entry, versions: [[0, id]] }];
}

export const otherVersion = () =>
  new HttpProblem(
    412,
    'The record was changed since the version that you name. Nothing was changed now: read it again, then repeat your change.',
  );
