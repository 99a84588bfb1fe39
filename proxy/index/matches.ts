/** Which records match all of several ranges: a set of bits for each segment. */
import { allBits, countBits, dropBits, keepBits, noBits, sift } from './bits.ts';
import type { KeyRange } from './filters.ts';
import { Groups } from './groups.ts';
import type { Inverse } from './inverse.ts';
import type { OpenSegment } from './openSegment.ts';
import { type Blocks, type Place, placesOf, type Shelf } from './shelf.ts';

/** The matches in one segment; `count` is at least 1. */
type Matches = { segment: OpenSegment; bits: Uint8Array; count: number };

type Part = { range: KeyRange; from: number; to: number };
type Candidate = { segment: OpenSegment; parts: Part[] };
type Test = { range: KeyRange; inverse: Inverse };

/** Reading the shortest filter alone costs a round trip: it pays when the others are this many times longer. */
const worthStaging = 4;

/** Looking up each candidate pays where at most one record in so many is one. */
const worthLookingUp = 16;

/**
 * The matches in these segments but for deleted records. They keep their order; those without any are left out. First the filter with the
 * fewest blocks is read. Where it left few candidates, their keys in the other fields are looked up if the index is in
 * memory; else the other filters are read, too. Fences must be prepared. @throws {IndexRefused}
 */
export async function matchesOf(
  shelf: Shelf,
  segments: readonly OpenSegment[],
  rangesIn: (segment: OpenSegment) => readonly KeyRange[],
): Promise<Matches[]> {
  const live = segments.flatMap((segment) => candidate(segment, rangesIn(segment)) ?? []);
  const lengths = (from: number, to?: number) =>
    live
      .flatMap(({ parts }) => parts.slice(from, to))
      .reduce((sum, part) => sum + part.to - part.from + 1, 0);
  const staged = lengths(0, 1) * worthStaging < lengths(1);
  const firstBlocks = await shelf.blocks(live.flatMap((one) => placesIn(one, staged ? 1 : undefined)));
  const left = live.flatMap(({ segment, parts }) => {
    const first = narrowed({ segment, parts: parts.slice(0, 1) }, firstBlocks, null);
    return first.count > 0 ? [tested(shelf, { segment, parts: parts.slice(1) }, first)] : [];
  });
  const blocks = staged ? await shelf.blocks(left.flatMap((one) => placesIn(one))) : firstBlocks;
  return left
    .map((one) => ({ segment: one.segment, ...narrowed(one, blocks, one.bits) }))
    .map((one) => withoutDeleted(shelf, one))
    .filter(({ count }) => count > 0);
}

/** The ranges that need reading in a segment, the shortest first; null when one of them has nothing there. */
function candidate(segment: OpenSegment, ranges: readonly KeyRange[]): Candidate | null {
  const parts: Part[] = [];
  for (const range of ranges) {
    const span = segment.span(range);
    if (!span) return null;
    if (!segment.within(range)) parts.push({ range, ...span });
  }
  return { segment, parts: parts.sort((a, b) => a.to - a.from - (b.to - b.from)) };
}

const placesIn = ({ segment, parts }: Candidate, to?: number): Place[] =>
  parts
    .slice(0, to)
    .flatMap((part) => placesOf(segment, segment.run(part.range.field).start, part.from, part.to));

/** Few candidates are sifted by what can be looked up of them; the parts that remain need reading. */
function tested(
  shelf: Shelf,
  { segment, parts }: Candidate,
  { bits, count }: { bits: Uint8Array; count: number },
): Candidate & { bits: Uint8Array } {
  if (count * worthLookingUp > segment.records) return { segment, parts, bits };
  const tests: Test[] = [];
  const unknown = parts.filter(({ range }) => {
    const inverse = shelf.inverse(segment, range.field);
    if (inverse) tests.push({ range, inverse });
    return !inverse;
  });
  if (tests.length === 0) return { segment, parts, bits };
  sift(bits, (ordinal) =>
    tests.every(({ range: { low, high }, inverse }) => {
      const key = inverse.keyOf(ordinal);
      return key >= low && key <= high;
    }),
  );
  return { segment, parts: unknown, bits };
}

/** Of the records in `bits` (null: all of them), those that are in every part. */
function narrowed(
  { segment, parts }: Candidate,
  blocks: Blocks,
  bits: Uint8Array | null,
): { bits: Uint8Array; count: number } {
  let kept = bits;
  for (const part of parts) {
    const marked = markedBits(segment, part.range, upTo(part.from, part.to), blocks);
    if (kept) keepBits(kept, marked);
    else kept = marked;
  }
  kept ??= allBits(segment.records);
  return { bits: kept, count: countBits(kept) };
}

function withoutDeleted(shelf: Shelf, matches: Matches): Matches {
  const deleted = shelf.deleted(matches.segment);
  if (!deleted) return matches;
  dropBits(matches.bits, deleted);
  return { ...matches, count: countBits(matches.bits) };
}

/** The blocks `from` to `to`, both included. */
export const upTo = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** The records whose keys in these blocks of a run, counted within it, are in the range. */
export function markedBits(
  segment: OpenSegment,
  { field, low, high }: KeyRange,
  numbers: readonly number[],
  blocks: Blocks,
): Uint8Array {
  const bits = noBits(segment.records);
  for (const number of numbers) {
    const groups = new Groups(blocks(segment, segment.run(field).start + number), segment.width);
    while (groups.next() && groups.key <= high)
      if (groups.key < low) groups.pass();
      else groups.mark(bits);
  }
  return bits;
}
