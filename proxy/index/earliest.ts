/** Pages of one range in upload order: which blocks hold its earliest records, as far as fences tell. */
import type { KeyRange } from './filters.ts';
import { markedBits, upTo } from './matches.ts';
import type { OpenSegment } from './openSegment.ts';
import type { Window } from './ordered.ts';
import type { Place, Shelf } from './shelf.ts';

/** Blocks that are read before it is certain that the page needs them. */
const mostGuessed = 64;

/** The first so many records of a segment that are in a range. */
type Wanted = { segment: OpenSegment; range: KeyRange; wanted: number };

/**
 * The blocks of a run, counted within it, that surely hold the earliest matches, as many as are wanted. Each block but
 * the first and last is in the range as a whole. So where there are many, those with the least ordinals are enough, one
 * for each match; and of a single key, whose ordinals go on rising from block to block, those that come first.
 */
function earliestBlocks({ segment, range, wanted }: Wanted): number[] {
  const span = segment.span(range);
  if (!span) return [];
  const { from, to } = span;
  const { rank, least } = segment.fence(range.field);
  const inner = upTo(from + 1, to - 1);
  if (range.low === range.high)
    return upTo(from, inner.find((block) => rank[block + 1]! - rank[from + 1]! >= wanted) ?? to);
  if (inner.length <= wanted) return upTo(from, to);
  const bound = inner.map((block) => least[block]!).sort((a, b) => a - b)[wanted - 1] ?? -1;
  return [from, ...inner.filter((block) => least[block]! <= bound), to];
}

const placesIn = (one: Wanted): Place[] => {
  const { start } = one.segment.run(one.range.field);
  return earliestBlocks(one).map((block) => ({ segment: one.segment, number: start + block }));
};

/**
 * The records of each segment that are in its range: the earliest of them, as many as are wanted, and maybe others.
 * @throws {IndexRefused}
 */
export async function earliestMatches(shelf: Shelf, asked: readonly Wanted[]): Promise<Uint8Array[]> {
  const blocks = await shelf.blocks(asked.flatMap(placesIn));
  return asked.map((one) => markedBits(one.segment, one.range, earliestBlocks(one), blocks));
}

/**
 * The blocks of the segments that may hold a page, to be read with the edges that count the matches; none where that
 * would be guessing at too many. Only how much of a range's first and last block is in it is not known beforehand.
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
    const wanted = offset + limit - least;
    if (wanted <= 0) break;
    const { rank } = segment.fence(range.field);
    least += Math.max(0, rank[span.to]! - rank[span.from + 1]!);
    most += rank[span.to + 1]! - rank[span.from]!;
    if (most > offset && !segment.within(range)) holding.push(placesIn({ segment, range, wanted }));
  }
  const places = holding.flat();
  return holding.length > 1 && places.length > mostGuessed ? [] : places;
}
