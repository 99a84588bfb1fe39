/** The progress of an export, and the position in a manifest at which it continues. */
import type { Manifest, RecordRange } from '@cloakroom/contract/segments.ts';
import { badRequest, conflict } from '@cloakroom/server-kit/problem.ts';
import type { RecordReference } from '@cloakroom/sealed-index/recordRanges.ts';
import { placesIn, statedPlace } from '../search/recordPlaces.ts';
import { positionOf, type Position } from './spans.ts';

/** The progress of an export: after these records; at its beginning, after the record with the id in `after`. */
export type Cursor = {
  last: readonly RecordRange[];
  after?: string | undefined;
  /** The manifest in which this many matches are before the next one. */
  manifest?: Manifest;
  offset?: number;
};

/** The position to continue after; null at the beginning. @throws {HttpProblem} 409 if compaction has left all of the last records out. */
export function afterIn(manifest: Manifest, { last, after }: Cursor): Position | null {
  if (last.length === 0) return after === undefined ? null : positionAfter(manifest, after);
  for (const { upload, first, count } of last.toReversed())
    for (let number = first + count - 1; number >= first; number--) {
      const position = positionOf(manifest, { upload, number });
      if (position) return position;
    }
  throw lostPosition();
}

const lostPosition = () =>
  conflict(
    'The record to continue after was deleted, and its position is no longer known. Begin the export again.',
  );

/**
 * The position of a record by its id.
 * @throws {HttpProblem} 409 if it has none; if it was changed, and both its former and its present place exist: the lines that
 *   the caller has may end at either.
 */
function positionAfter(manifest: Manifest, id: string): Position {
  const stated = statedPlaceOf(id);
  const place = placesIn(manifest).placeOf(id);
  const [former, present] = [positionOf(manifest, stated), place && positionOf(manifest, place)];
  const isMoved = place?.upload !== stated.upload || place.number !== stated.number;
  if (isMoved && former && present)
    throw conflict('The record to continue after was changed meanwhile. Begin the export again.');
  const position = present ?? former;
  if (!position) throw lostPosition();
  return position;
}

/** The place that an id states. @throws {HttpProblem} 400 if it is not the id of a record. */
export function statedPlaceOf(id: string): RecordReference {
  const place = statedPlace(id);
  if (!place) throw badRequest(`"${id}" is not the id of a record.`);
  return place;
}
