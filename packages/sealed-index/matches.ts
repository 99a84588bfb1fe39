/** Which records match all of several ranges: a set of bits for each segment. */
import { fullBitmap, countBits, subtractBits, intersectBits, filterBits } from './bits.ts';
import { type RangePlan, bitsOfPlan, rangePlanOf } from './rangePlan.ts';
import type { KeyRange } from './filters.ts';
import type { ForwardIndex } from './forwardIndex.ts';
import type { OpenSegment } from './openSegment.ts';
import type { Blocks, BlockAddress, SegmentCache } from './segmentCache.ts';

/** The matches in one segment; `count` is at least 1. */
type Matches = { segment: OpenSegment; bits: Uint8Array; count: number };

type Candidate = { segment: OpenSegment; plans: RangePlan[] };
type Test = { range: KeyRange; forwardIndex: ForwardIndex };

/** Reading the shortest filter first costs a round trip, so the others must be at least this many times as long. */
const minStagingRatio = 4;

/** Candidates are looked up one by one if at most one record in this number is a candidate. */
const minRecordsPerCandidate = 16;

/**
 * The matches in these segments without deleted records, in the order of the segments; those without matches are left out. The filter with the
 * fewest blocks is read first. If it leaves few candidates, their keys in the other fields are looked up in forward indexes in
 * memory; otherwise the other filters are read as well. Fence pointers must be prepared. @throws {IndexRefused}
 */
export async function matchesOf(
  segmentCache: SegmentCache,
  segments: readonly OpenSegment[],
  rangesIn: (segment: OpenSegment) => readonly KeyRange[],
): Promise<Matches[]> {
  const candidates = segments.flatMap((segment) => candidateIn(segment, rangesIn(segment)) ?? []);
  const lengths = (from: number, to?: number) =>
    candidates.reduce((sum, candidate) => sum + addressesIn(candidate, from, to).length, 0);
  const isStaged = lengths(0, 1) * minStagingRatio < lengths(1);
  const firstBlocks = await segmentCache.blocks(
    candidates.flatMap((candidate) => addressesIn(candidate, 0, isStaged ? 1 : undefined)),
  );
  const remaining = candidates.flatMap(({ segment, plans }) => {
    const first = narrowed({ segment, plans: plans.slice(0, 1) }, firstBlocks, null);
    return first.count > 0 ? [tested(segmentCache, { segment, plans: plans.slice(1) }, first)] : [];
  });
  const blocks = isStaged
    ? await segmentCache.blocks(remaining.flatMap((candidate) => addressesIn(candidate)))
    : firstBlocks;
  return remaining
    .map((candidate) => ({ segment: candidate.segment, ...narrowed(candidate, blocks, candidate.bits) }))
    .map((matches) => withoutDeleted(segmentCache, matches))
    .filter(({ count }) => count > 0);
}

/** The ranges that need reading in a segment, the shortest first; null if one of them has no keys there. */
function candidateIn(segment: OpenSegment, ranges: readonly KeyRange[]): Candidate | null {
  const plans: RangePlan[] = [];
  for (const range of ranges) {
    const plan = rangePlanOf(segment, range);
    if (!plan) return null;
    if (!segment.within(range)) plans.push(plan);
  }
  return { segment, plans: plans.sort((a, b) => a.addresses.length - b.addresses.length) };
}

const addressesIn = ({ plans }: Candidate, from = 0, to?: number): BlockAddress[] =>
  plans.slice(from, to).flatMap(({ addresses }) => addresses);

/** Filters few candidates by keys in memory; the plans that remain must be read. */
function tested(
  segmentCache: SegmentCache,
  { segment, plans }: Candidate,
  { bits, count }: { bits: Uint8Array; count: number },
): Candidate & { bits: Uint8Array } {
  if (count * minRecordsPerCandidate > segment.records) return { segment, plans, bits };
  const tests: Test[] = [];
  const unknown = plans.filter(({ range }) => {
    const forwardIndex = segmentCache.forwardIndex(segment, range.field);
    if (forwardIndex) tests.push({ range, forwardIndex });
    return !forwardIndex;
  });
  if (tests.length === 0) return { segment, plans, bits };
  filterBits(bits, (ordinal) =>
    tests.every(({ range: { low, high }, forwardIndex }) => {
      const key = forwardIndex.keyOf(ordinal);
      return key >= low && key <= high;
    }),
  );
  return { segment, plans: unknown, bits };
}

/** The records in `bits` (null: all records) that are in the range of every plan. */
function narrowed(
  { segment, plans }: Candidate,
  blocks: Blocks,
  bits: Uint8Array | null,
): { bits: Uint8Array; count: number } {
  let result = bits;
  for (const plan of plans) {
    const inRange = bitsOfPlan(segment, plan, blocks);
    if (result) intersectBits(result, inRange);
    else result = inRange;
  }
  result ??= fullBitmap(segment.records);
  return { bits: result, count: countBits(result) };
}

function withoutDeleted(segmentCache: SegmentCache, matches: Matches): Matches {
  const deleted = segmentCache.deleted(matches.segment);
  if (!deleted) return matches;
  subtractBits(matches.bits, deleted);
  return { ...matches, count: countBits(matches.bits) };
}
