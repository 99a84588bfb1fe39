/** Where the present versions of a manifest's records are stored, and the ids of records that were changed. */
import { liveVersions } from '@cloakroom/contract/liveRecords.ts';
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import type { RecordReference } from '@cloakroom/sealed-index/recordRanges.ts';
import { readRecordId, recordId } from '@cloakroom/wire/shortId.ts';

/**
 * A record that was never changed is stored at the place that its id states. A changed one keeps its id and is stored somewhere
 * else.
 */
export type RecordPlaces = {
  /** Where the present version of a record is stored, if it exists; null for what can't be the id of a record. */
  placeOf: (id: string) => RecordReference | null;
  /** The id of the record at a place. */
  idAt: (place: RecordReference) => string;
  /** The id of the changed record at a place; undefined if the record there was not changed. */
  changedAt: (place: RecordReference) => string | undefined;
  /** Whether any record was changed. */
  hasChanges: boolean;
  /** The changed records. */
  changed: () => Iterable<{ id: string; place: RecordReference }>;
};

const known = new WeakMap<readonly SegmentEntry[], RecordPlaces>();

/** The places in a manifest. */
export function placesIn({ segments }: { segments: readonly SegmentEntry[] }): RecordPlaces {
  const places = known.get(segments) ?? readPlaces(segments);
  known.set(segments, places);
  return places;
}

function readPlaces(segments: readonly SegmentEntry[]): RecordPlaces {
  const placesById = new Map<string, RecordReference>();
  const idsByPlace = new Map<string, string>();
  for (const { id, ...place } of segments.flatMap(liveVersions)) {
    placesById.set(id, place);
    idsByPlace.set(nameOf(place), id);
  }
  const changedAt = (place: RecordReference) =>
    idsByPlace.size === 0 ? undefined : idsByPlace.get(nameOf(place));
  return {
    placeOf(id) {
      const changed = placesById.get(id);
      if (changed) return changed;
      const own = statedPlace(id);
      // A place has one id: a new version is not a record of its own.
      return own && changedAt(own) === undefined ? own : null;
    },
    idAt: (place) => changedAt(place) ?? recordId(Buffer.from(place.upload, 'hex'), place.number),
    changedAt,
    hasChanges: idsByPlace.size > 0,
    changed: () => Array.from(placesById, ([id, place]) => ({ id, place })),
  };
}

const nameOf = ({ upload, number }: RecordReference) => `${upload} ${number}`;

/** The place that an id states; null for what can't be the id of a record. */
export function statedPlace(id: string): RecordReference | null {
  try {
    const { upload, number } = readRecordId(id);
    return { upload: Buffer.from(upload).toString('hex'), number };
  } catch {
    return null;
  }
}
