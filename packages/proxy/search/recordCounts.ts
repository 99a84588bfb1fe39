/** Records by upload, counted from the signed manifest. */
import { liveRanges } from '@cloakroom/contract/liveRecords.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { placesIn, statedPlace } from './recordPlaces.ts';

/** Numbers of records by the ids of their uploads. An upload without records is missing. */
export type RecordCounts = ReadonlyMap<string, number>;

export function recordCounts({ segments }: Manifest): RecordCounts {
  const counts = new Map<string, number>();
  const add = (upload: string, count: number) => counts.set(upload, (counts.get(upload) ?? 0) + count);
  for (const { upload, count } of segments.flatMap(liveRanges)) add(upload, count);
  // A changed record counts as one of the upload that it came with.
  for (const { id, place } of placesIn({ segments }).changed()) {
    add(place.upload, -1);
    if (counts.get(place.upload) === 0) counts.delete(place.upload);
    add(statedPlace(id)!.upload, 1);
  }
  return counts;
}
