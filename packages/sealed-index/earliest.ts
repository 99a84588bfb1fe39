/** Pages of one range in upload order: which blocks hold its earliest records, as far as fences tell. */
import { setBit } from './bits.ts';
import { noOrdinal } from './fencePointers.ts';
import type { KeyRange } from './filters.ts';
import { scanBlocks, blockNumbers } from './rangePlan.ts';
import type { OpenSegment } from './openSegment.ts';
import type { PageWindow } from './ordered.ts';
import type { BlockAddress, SegmentCache } from './segmentCache.ts';

/** Blocks that are read before it is certain that the page needs them. */
const maxSpeculativeBlocks = 64;

/** The first so many records of a segment that are in a range. */
type EarliestRequest = { segment: OpenSegment; range: KeyRange; wanted: number };

/** Records that a fence tells by itself, and blocks of the run, counted within it, which must be read for the others. */
type Earliest = { known: readonly number[]; blocks: readonly number[] };

/**
 * What surely holds the earliest matches, as many as are wanted. Each block but the first and last is in the range as a
 * whole, so both its least ordinals, which the fence tells, are matches; where these are enough, only blocks whose
 * second one comes in time can hold a third. Of a single key the ordinals go on rising from block to block: those
 * that come first are enough.
 */
function earliestIn({ segment, range, wanted }: EarliestRequest): Earliest {
  const span = segment.span(range);
  if (!span) return { known: [], blocks: [] };
  const { from, to } = span;
  const { rank, least, second } = segment.fencePointers(range.field);
  const inner = blockNumbers(from + 1, to - 1);
  if (range.low === range.high) {
    const enough = inner.find((block) => rank[block + 1]! - rank[from + 1]! >= wanted) ?? to;
    return { known: [], blocks: blockNumbers(from, enough) };
  }
  const told = [...least.subarray(from + 1, to), ...second.subarray(from + 1, to)];
  const bound = Uint32Array.from(told).sort()[wanted - 1] ?? noOrdinal;
  if (bound === noOrdinal) return { known: [], blocks: blockNumbers(from, to) };
  return {
    known: told.filter((ordinal) => ordinal <= bound),
    blocks: [from, ...inner.filter((block) => second[block]! <= bound), to],
  };
}

const addressesIn = ({ segment, range }: EarliestRequest, { blocks }: Earliest): BlockAddress[] =>
  blocks.map((block) => ({ segment, number: segment.run(range.field).start + block }));

/**
 * The records of each segment that are in its range: the earliest of them, as many as are wanted, and maybe others.
 * @throws {IndexRefused}
 */
export async function earliestMatches(
  segmentCache: SegmentCache,
  asked: readonly EarliestRequest[],
): Promise<Uint8Array[]> {
  const found = asked.map(earliestIn);
  const blocks = await segmentCache.blocks(asked.flatMap((one, i) => addressesIn(one, found[i]!)));
  return asked.map(({ segment, range }, i) => {
    const bits = scanBlocks(segment, range, found[i]!.blocks, blocks);
    for (const ordinal of found[i]!.known) setBit(bits, ordinal);
    return bits;
  });
}

/**
 * The blocks of the segments that may hold a page, to be read with the edges that count the matches; none where that
 * would be guessing at too many. Only how much of a range's first and last block is in it is not known beforehand.
 */
export function pageAddresses(
  segments: readonly OpenSegment[],
  rangeIn: (segment: OpenSegment) => KeyRange,
  { offset, limit }: PageWindow,
): BlockAddress[] {
  let [least, most] = [0, 0];
  const holding: BlockAddress[][] = [];
  for (const segment of segments) {
    const range = rangeIn(segment);
    const span = segment.span(range);
    if (!span) continue;
    const wanted = offset + limit - least;
    if (wanted <= 0) break;
    const { rank } = segment.fencePointers(range.field);
    least += Math.max(0, rank[span.to]! - rank[span.from + 1]!);
    most += rank[span.to + 1]! - rank[span.from]!;
    if (most > offset && !segment.within(range)) {
      const one = { segment, range, wanted };
      holding.push(addressesIn(one, earliestIn(one)));
    }
  }
  const places = holding.flat();
  return holding.length > 1 && places.length > maxSpeculativeBlocks ? [] : places;
}
