/** Pages of one range in upload order: which blocks have its earliest records, according to the fence pointers. */
import { setBit } from './bits.ts';
import { noOrdinal } from './fencePointers.ts';
import type { KeyRange } from './filters.ts';
import { scanBlocks, blockNumbers } from './rangePlan.ts';
import type { OpenSegment } from './openSegment.ts';
import type { PageWindow } from './ordered.ts';
import type { BlockAddress, SegmentCache } from './segmentCache.ts';

/** The largest number of blocks that are read before it is certain that the page needs them. */
const maxSpeculativeBlocks = 64;

/** A request for the first `wanted` records of a segment in a range. */
type EarliestRequest = { segment: OpenSegment; range: KeyRange; wanted: number };

/** Records that the fence pointers name, and the numbers within the run of the blocks that must be read for the others. */
type Earliest = { known: readonly number[]; blocks: readonly number[] };

/**
 * The blocks that contain the wanted number of earliest matches. Every block but the first and last is entirely in the
 * range, so the two lowest ordinals of its fence pointer match. If these are enough, only blocks whose
 * second-lowest ordinal is within the bound can have a third match. The ordinals of a single key ascend from block to block, so
 * the first blocks are enough.
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
  const candidates = [...least.subarray(from + 1, to), ...second.subarray(from + 1, to)];
  const bound = Uint32Array.from(candidates).sort()[wanted - 1] ?? noOrdinal;
  if (bound === noOrdinal) return { known: [], blocks: blockNumbers(from, to) };
  return {
    known: candidates.filter((ordinal) => ordinal <= bound),
    blocks: [from, ...inner.filter((block) => second[block]! <= bound), to],
  };
}

const addressesIn = ({ segment, range }: EarliestRequest, { blocks }: Earliest): BlockAddress[] =>
  blocks.map((block) => ({ segment, number: segment.run(range.field).start + block }));

/**
 * The records of each segment that are in its range: the earliest of them, as many as are wanted, and possibly others.
 * @throws {IndexRefused}
 */
export async function earliestMatches(
  segmentCache: SegmentCache,
  requests: readonly EarliestRequest[],
): Promise<Uint8Array[]> {
  const found = requests.map(earliestIn);
  const blocks = await segmentCache.blocks(requests.flatMap((request, i) => addressesIn(request, found[i]!)));
  return requests.map(({ segment, range }, i) => {
    const bits = scanBlocks(segment, range, found[i]!.blocks, blocks);
    for (const ordinal of found[i]!.known) setBit(bits, ordinal);
    return bits;
  });
}

/**
 * The blocks of the segments that may hold a page, to be read with the edges that count the matches; none if
 * that would be too many speculative reads. Only the matches in a range's first and last block are not known beforehand.
 */
export function pageAddresses(
  segments: readonly OpenSegment[],
  rangeIn: (segment: OpenSegment) => KeyRange,
  { offset, limit }: PageWindow,
): BlockAddress[] {
  let [lowerBound, upperBound] = [0, 0];
  const perSegment: BlockAddress[][] = [];
  for (const segment of segments) {
    const range = rangeIn(segment);
    const span = segment.span(range);
    if (!span) continue;
    const wanted = offset + limit - lowerBound;
    if (wanted <= 0) break;
    const { rank } = segment.fencePointers(range.field);
    lowerBound += Math.max(0, rank[span.to]! - rank[span.from + 1]!);
    upperBound += rank[span.to + 1]! - rank[span.from]!;
    if (upperBound > offset && !segment.within(range)) {
      const request = { segment, range, wanted };
      perSegment.push(addressesIn(request, earliestIn(request)));
    }
  }
  const addresses = perSegment.flat();
  return perSegment.length > 1 && addresses.length > maxSpeculativeBlocks ? [] : addresses;
}
