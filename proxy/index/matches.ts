/** Which records match all of several ranges: a set of bits for each segment. */
import { allBits, countBits, dropBits, keepBits, noBits } from './bits.ts';
import type { KeyRange } from './filters.ts';
import { Groups } from './groups.ts';
import type { OpenSegment } from './openSegment.ts';
import { type Blocks, type Place, placesOf, type Shelf } from './shelf.ts';

/** The matches in one segment; `count` is at least 1. */
type Matches = { segment: OpenSegment; bits: Uint8Array; count: number };

type Part = { range: KeyRange; from: number; to: number };
type Candidate = { segment: OpenSegment; parts: Part[] };

/** Reading the shortest filter alone costs a round trip: it pays when the others are this many times longer. */
const worthStaging = 4;

/**
 * The matches in these segments but for deleted records. They keep their order; those without any are left out. First the filter with the
 * fewest blocks is read, then the others where it left candidates. Fences must be prepared. @throws {IndexRefused}
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
  const firstBlocks = await shelf.blocks(live.flatMap((one) => placesIn(one, 0, staged ? 1 : undefined)));
  const found = live.map((one) => ({ ...one, ...narrowed(one, one.parts.slice(0, 1), firstBlocks, null) }));
  const left = found.filter(({ count }) => count > 0);
  const blocks = staged ? await shelf.blocks(left.flatMap((one) => placesIn(one, 1))) : firstBlocks;
  return left
    .map((one) => ({ segment: one.segment, ...narrowed(one, one.parts.slice(1), blocks, one.bits) }))
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

const placesIn = ({ segment, parts }: Candidate, from: number, to?: number): Place[] =>
  parts
    .slice(from, to)
    .flatMap((part) => placesOf(segment, segment.run(part.range.field).start, part.from, part.to));

/** Of the records in `bits` (null: all of them), those that are in every part. */
function narrowed(
  { segment }: Candidate,
  parts: readonly Part[],
  blocks: Blocks,
  bits: Uint8Array | null,
): { bits: Uint8Array; count: number } {
  let kept = bits;
  for (const part of parts) {
    const marked = markedBits(segment, part, blocks);
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

function markedBits(segment: OpenSegment, { range, from, to }: Part, blocks: Blocks): Uint8Array {
  const bits = noBits(segment.records);
  for (let block = from; block <= to; block++) {
    const groups = new Groups(blocks(segment, segment.run(range.field).start + block), segment.width);
    while (groups.next() && groups.key <= range.high)
      if (groups.key < range.low) groups.pass();
      else groups.mark(bits);
  }
  return bits;
}
