/** Counts and sums of a range of keys, from fences and at most two blocks a segment. */
import { ExactSum } from './exactSum.ts';
import type { KeyRange } from './filters.ts';
import { Groups } from './groups.ts';
import type { OpenSegment } from './openSegment.ts';
import type { Blocks, Place, Shelf } from './shelf.ts';

/** Where a range stands in a segment's run: ranks `from` to `to` (excluded), their sum, least and greatest key. */
type Ranks = { from: number; to: number; sum: bigint; least: number; greatest: number };

const nothing: Ranks = { from: 0, to: 0, sum: 0n, least: 0, greatest: 0 };

/**
 * The ranks of each segment's range, in one round trip. Its fence must be prepared.
 * @param soon - blocks that are wanted next, to be read by the way.
 * @throws {IndexRefused}
 */
export async function ranksOf(
  shelf: Shelf,
  segments: readonly OpenSegment[],
  rangeIn: (segment: OpenSegment) => KeyRange,
  soon: readonly Place[] = [],
): Promise<Ranks[]> {
  const edges = segments.flatMap((segment) => edgePlaces(segment, rangeIn(segment)));
  const blocks = await shelf.blocks([...edges, ...soon]);
  return segments.map((segment) => ranksIn(segment, rangeIn(segment), blocks));
}

/** The blocks where a range begins and ends within the run. A range that reaches past the run's keys needs neither. */
function edgePlaces(segment: OpenSegment, range: KeyRange): Place[] {
  const span = segment.span(range);
  const { least, greatest, start } = segment.run(range.field);
  const places: Place[] = [];
  if (span && range.low > least) places.push({ segment, number: start + span.from });
  if (span && range.high < greatest) places.push({ segment, number: start + span.to });
  return places;
}

function ranksIn(segment: OpenSegment, range: KeyRange, blocks: Blocks): Ranks {
  const span = segment.span(range);
  if (!span) return nothing;
  const run = segment.run(range.field);
  const { first, rank, sum } = segment.fence(range.field);
  const edge = (block: number, key: number) => {
    const { below, sumBelow, last, next } = keysBelow(blocks(segment, run.start + block), segment.width, key);
    return {
      rank: rank[block]! + below,
      sum: sum[block]! + sumBelow,
      last,
      next: next ?? first[block + 1] ?? run.greatest,
    };
  };
  const begin = range.low > run.least ? edge(span.from, range.low) : { rank: 0, sum: 0n, next: run.least };
  const end =
    range.high < run.greatest
      ? edge(span.to, range.high + 1)
      : { rank: run.entries, sum: sum[run.blocks]!, last: run.greatest };
  return { from: begin.rank, to: end.rank, sum: end.sum - begin.sum, least: begin.next, greatest: end.last };
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
    groups.pass();
  }
  return { below, sumBelow: sum.total + BigInt(first ?? 0) * BigInt(below), last, next };
}
