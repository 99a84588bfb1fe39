/** Count, sum, minimum and maximum of a range of numbers, from fence pointers and at most two blocks per segment. */
import { ExactSum } from './exactSum.ts';
import type { KeyRange } from './filters.ts';
import { Groups } from './groups.ts';
import type { OpenSegment } from './openSegment.ts';
import { edgeAddresses } from './ranks.ts';
import type { Blocks, SegmentCache } from './segmentCache.ts';

/** The keys of a segment that are in a range. If there are none, least and greatest have no meaning. */
type Totals = { count: number; sum: bigint; least: number; greatest: number };

/**
 * The totals of a range in each segment, in one round trip. Fence pointers and their sums must be prepared.
 * @throws {IndexRefused}
 */
export async function totalsOf(
  segmentCache: SegmentCache,
  segments: readonly OpenSegment[],
  range: KeyRange,
): Promise<Totals[]> {
  const blocks = await segmentCache.blocks(segments.flatMap((segment) => edgeAddresses(segment, range)));
  return segments.map((segment) => totalsIn(segment, range, blocks));
}

function totalsIn(segment: OpenSegment, range: KeyRange, blocks: Blocks): Totals {
  const span = segment.span(range);
  if (!span) return { count: 0, sum: 0n, least: 0, greatest: 0 };
  const run = segment.run(range.field);
  const { first, rank } = segment.fencePointers(range.field);
  const sums = segment.fenceSums(range.field);
  const edge = (block: number, key: number) => {
    const { below, sumBelow, last, next } = keysBelow(blocks(segment, run.start + block), segment.width, key);
    return {
      rank: rank[block]! + below,
      sum: sums[block]! + sumBelow,
      last,
      next: next ?? first[block + 1] ?? run.greatest,
    };
  };
  const begin = range.low > run.least ? edge(span.from, range.low) : { rank: 0, sum: 0n, next: run.least };
  const end =
    range.high < run.greatest
      ? edge(span.to, range.high + 1)
      : { rank: run.entries, sum: sums[run.blocks]!, last: run.greatest };
  return { count: end.rank - begin.rank, sum: end.sum - begin.sum, least: begin.next, greatest: end.last };
}

/** How many entries of a block are below a key, and their sum; the last key below it and the first that isn't. */
function keysBelow(plain: Buffer, width: number, key: number) {
  const groups = new Groups(plain, width);
  const sum = new ExactSum();
  let below = 0;
  let first: number | undefined;
  let last = 0;
  let next: number | undefined;
  while (groups.next()) {
    if (groups.key >= key) {
      next = groups.key;
      break;
    }
    first ??= groups.key;
    last = groups.key;
    below += groups.count;
    sum.add(groups.key - first, groups.count);
    groups.skip();
  }
  return { below, sumBelow: sum.total + BigInt(first ?? 0) * BigInt(below), last, next };
}
