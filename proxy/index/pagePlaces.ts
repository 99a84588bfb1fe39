/** Where a page of one range lies, as far as fences tell: read with the edges of the range, it costs no second round trip. */
import type { KeyRange } from './filters.ts';
import type { OpenSegment } from './openSegment.ts';
import type { Window } from './ordered.ts';
import { type Place, placesOf } from './shelf.ts';

/** Blocks that are read before it is certain that the page needs them. */
const mostGuessed = 64;

/**
 * The blocks of the segments that may hold a page in upload order: none where that would be guessing at too many. Fences
 * count what is in whole blocks; only how much of the first and last block of a range is in it has to be read.
 */
export function pagePlaces(
  segments: readonly OpenSegment[],
  rangeIn: (segment: OpenSegment) => KeyRange,
  { offset, limit }: Window,
): Place[] {
  let [least, most] = [0, 0];
  const holding: Place[][] = [];
  for (const segment of segments) {
    const range = rangeIn(segment);
    const span = segment.span(range);
    if (!span) continue;
    const { rank } = segment.fence(range.field);
    const reached = least;
    least += Math.max(0, rank[span.to]! - rank[span.from + 1]!);
    most += rank[span.to + 1]! - rank[span.from]!;
    if (reached >= offset + limit) break;
    if (most <= offset || segment.within(range)) continue;
    holding.push(placesOf(segment, segment.run(range.field).start, span.from, span.to));
  }
  const places = holding.flat();
  return holding.length > 1 && places.length > mostGuessed ? [] : places;
}
