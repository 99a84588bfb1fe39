/** Counts of a range of keys, from fence pointers and at most two blocks per segment. */
import type { KeyRange } from './filters.ts';
import { Groups } from './groups.ts';
import type { OpenSegment } from './openSegment.ts';
import type { Blocks, BlockAddress, SegmentCache } from './segmentCache.ts';

/** The position of a range in a segment's run: the ranks `from` to `to`, excluded. */
type Ranks = { from: number; to: number };

/**
 * The ranks of each segment's range, in one round trip. Its fence pointers must be prepared.
 * @param prefetched - blocks that the next step needs; they are read in the same round trip.
 * @throws {IndexRefused}
 */
export async function ranksOf(
  segmentCache: SegmentCache,
  segments: readonly OpenSegment[],
  rangeIn: (segment: OpenSegment) => KeyRange,
  prefetched: readonly BlockAddress[] = [],
): Promise<Ranks[]> {
  const edges = segments.flatMap((segment) => edgeAddresses(segment, rangeIn(segment)));
  const blocks = await segmentCache.blocks([...edges, ...prefetched]);
  return segments.map((segment) => ranksIn(segment, rangeIn(segment), blocks));
}

/** The blocks where a range begins and ends within the run. A range that reaches past the run's keys needs neither. */
export function edgeAddresses(segment: OpenSegment, range: KeyRange): BlockAddress[] {
  const span = segment.span(range);
  const { least, greatest, start } = segment.run(range.field);
  const addresses: BlockAddress[] = [];
  if (span && range.low > least) addresses.push({ segment, number: start + span.from });
  if (span && range.high < greatest) addresses.push({ segment, number: start + span.to });
  return addresses;
}

function ranksIn(segment: OpenSegment, range: KeyRange, blocks: Blocks): Ranks {
  const span = segment.span(range);
  if (!span) return { from: 0, to: 0 };
  const { start, least, greatest, entries } = segment.run(range.field);
  const { rank } = segment.fencePointers(range.field);
  const counted = (block: number) => countsIn(blocks(segment, start + block), segment.width, range);
  const first = range.low > least ? counted(span.from) : null;
  const last = first && span.from === span.to ? first : range.high < greatest ? counted(span.to) : null;
  return {
    from: first ? rank[span.from]! + first.below : 0,
    to: last && range.high < greatest ? rank[span.to]! + last.upTo : entries,
  };
}

/** How many entries of a block are below a range, and how many not above it. */
function countsIn(plain: Buffer, width: number, { low, high }: KeyRange): { below: number; upTo: number } {
  const groups = new Groups(plain, width);
  let [below, upTo] = [0, 0];
  while (groups.next() && groups.key <= high) {
    if (groups.key < low) below += groups.count;
    upTo += groups.count;
    groups.skip();
  }
  return { below, upTo };
}
