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

/** Reading the shortest filter alone costs a round trip: done if the others are this many times longer. */
const minStagingRatio = 4;

/** Candidates are looked up one by one if at most one record in this number is a candidate. */
const minRecordsPerCandidate = 16;

/**
 * The matches in these segments but for deleted records. They keep their order; those without any are left out. First the filter with the
 * fewest blocks is read. Where it left few candidates, their keys in the other fields are looked up if the index is in
 * memory; else the other filters are read, too. Fences must be prepared. @throws {IndexRefused}
 */
export async function matchesOf(
  segmentCache: SegmentCache,
  segments: readonly OpenSegment[],
  rangesIn: (segment: OpenSegment) => readonly KeyRange[],
): Promise<Matches[]> {
  const live = segments.flatMap((segment) => candidate(segment, rangesIn(segment)) ?? []);
  const lengths = (from: number, to?: number) =>
    live.reduce((sum, one) => sum + addressesIn(one, from, to).length, 0);
  const staged = lengths(0, 1) * minStagingRatio < lengths(1);
  const firstBlocks = await segmentCache.blocks(
    live.flatMap((one) => addressesIn(one, 0, staged ? 1 : undefined)),
  );
  const left = live.flatMap(({ segment, plans: parts }) => {
    const first = narrowed({ segment, plans: parts.slice(0, 1) }, firstBlocks, null);
    return first.count > 0 ? [tested(segmentCache, { segment, plans: parts.slice(1) }, first)] : [];
  });
  const blocks = staged ? await segmentCache.blocks(left.flatMap((one) => addressesIn(one))) : firstBlocks;
  return left
    .map((one) => ({ segment: one.segment, ...narrowed(one, blocks, one.bits) }))
    .map((one) => withoutDeleted(segmentCache, one))
    .filter(({ count }) => count > 0);
}

/** The ranges that need reading in a segment, the shortest first; null when one of them has nothing there. */
function candidate(segment: OpenSegment, ranges: readonly KeyRange[]): Candidate | null {
  const parts: RangePlan[] = [];
  for (const range of ranges) {
    const plan = rangePlanOf(segment, range);
    if (!plan) return null;
    if (!segment.within(range)) parts.push(plan);
  }
  return { segment, plans: parts.sort((a, b) => a.addresses.length - b.addresses.length) };
}

const addressesIn = ({ plans: parts }: Candidate, from = 0, to?: number): BlockAddress[] =>
  parts.slice(from, to).flatMap(({ addresses }) => addresses);

/** Few candidates are sifted by what can be looked up of them; the parts that remain need reading. */
function tested(
  segmentCache: SegmentCache,
  { segment, plans: parts }: Candidate,
  { bits, count }: { bits: Uint8Array; count: number },
): Candidate & { bits: Uint8Array } {
  if (count * minRecordsPerCandidate > segment.records) return { segment, plans: parts, bits };
  const tests: Test[] = [];
  const unknown = parts.filter(({ range }) => {
    const forwardIndex = segmentCache.forwardIndex(segment, range.field);
    if (forwardIndex) tests.push({ range, forwardIndex });
    return !forwardIndex;
  });
  if (tests.length === 0) return { segment, plans: parts, bits };
  filterBits(bits, (ordinal) =>
    tests.every(({ range: { low, high }, forwardIndex }) => {
      const key = forwardIndex.keyOf(ordinal);
      return key >= low && key <= high;
    }),
  );
  return { segment, plans: unknown, bits };
}

/** Of the records in `bits` (null: all of them), those that are in every part. */
function narrowed(
  { segment, plans: parts }: Candidate,
  blocks: Blocks,
  bits: Uint8Array | null,
): { bits: Uint8Array; count: number } {
  let result = bits;
  for (const part of parts) {
    const marked = bitsOfPlan(segment, part, blocks);
    if (result) intersectBits(result, marked);
    else result = marked;
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
