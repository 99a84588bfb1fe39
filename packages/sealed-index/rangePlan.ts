/** Plans how to find the records in a range: blocks of the run whose keys are read, and two prefix bitmaps with all records between them. */
import { uniteBits, fullBitmap, subtractBits, emptyBitmap } from './bits.ts';
import type { KeyRange } from './filters.ts';
import { Groups } from './groups.ts';
import type { OpenSegment } from './openSegment.ts';
import { prefixEnds, bitmapBlocks } from './prefixBitmaps.ts';
import { type Blocks, type BlockAddress, blockAddresses } from './segmentCache.ts';

export type RangePlan = {
  range: KeyRange;
  /** Blocks to read by key, counted within the run. */
  blocks: readonly number[];
  /** The boundaries in the run between which all records are in the range; null if there are none. */
  between: { from: Boundary; to: Boundary } | null;
  /** All blocks to read: the above, and those of the two prefix bitmaps. */
  addresses: readonly BlockAddress[];
};

/** A boundary after a number of blocks. `bitmap` is the number of the prefix bitmap of their records, from 0; null at both ends of the run. */
type Boundary = { blocks: number; bitmap: number | null };

/** How to find a range in a segment; null if no block can have its keys. */
export function rangePlanOf(segment: OpenSegment, range: KeyRange): RangePlan | null {
  const span = segment.span(range);
  if (!span) return null;
  const { from, to } = span;
  const run = segment.run(range.field);
  const ends = run.prefixBlocks === 0 ? [] : prefixEnds(run.blocks, segment.records);
  const boundaries: Boundary[] = [
    { blocks: 0, bitmap: null },
    ...ends.map((blocks, bitmap) => ({ blocks, bitmap })),
  ];
  // If records lack the field, the bitmap of all records has more than the run.
  if (run.entries === segment.records) boundaries.push({ blocks: run.blocks, bitmap: null });
  const low = boundaries.find(({ blocks }) => blocks >= (range.low <= run.least ? 0 : from + 1));
  const high = boundaries.findLast(({ blocks }) => blocks <= (range.high >= run.greatest ? run.blocks : to));
  const addressesOf = (blocks: number[]) => blocks.map((block) => ({ segment, number: run.start + block }));
  const byKey = blockNumbers(from, to);
  if (!low || !high) return { range, blocks: byKey, between: null, addresses: addressesOf(byKey) };
  const bitmaps = [low, high].flatMap((boundary) => bitmapAddresses(segment, range.field, boundary));
  if (high.blocks - low.blocks <= bitmaps.length)
    return { range, blocks: byKey, between: null, addresses: addressesOf(byKey) };
  const blocks = [...blockNumbers(from, low.blocks - 1), ...blockNumbers(high.blocks, to)];
  return { range, blocks, between: { from: low, to: high }, addresses: [...addressesOf(blocks), ...bitmaps] };
}

function bitmapAddresses(segment: OpenSegment, field: number, { bitmap }: Boundary): BlockAddress[] {
  if (bitmap === null) return [];
  const { start, blocks } = segment.run(field);
  const blocksPerBitmap = bitmapBlocks(segment.records);
  return blockAddresses(segment, start + blocks + bitmap * blocksPerBitmap, 0, blocksPerBitmap - 1);
}

/** The records in a plan's range, from the blocks that it reads. */
export function bitsOfPlan(
  segment: OpenSegment,
  { range, blocks, between }: RangePlan,
  read: Blocks,
): Uint8Array {
  const bits = scanBlocks(segment, range, blocks, read);
  if (!between) return bits;
  const inside = bitsBefore(segment, range.field, between.to, read);
  subtractBits(inside, bitsBefore(segment, range.field, between.from, read));
  uniteBits(bits, inside);
  return bits;
}

/** The records of the blocks before a boundary. */
function bitsBefore(segment: OpenSegment, field: number, boundary: Boundary, read: Blocks): Uint8Array {
  if (boundary.bitmap === null)
    return boundary.blocks === 0 ? emptyBitmap(segment.records) : fullBitmap(segment.records);
  const bits = emptyBitmap(segment.records);
  let at = 0;
  for (const { number } of bitmapAddresses(segment, field, boundary)) {
    const plain = read(segment, number);
    bits.set(plain.subarray(0, bits.length - at), at);
    at += plain.length;
  }
  return bits;
}

/** The blocks `from` to `to`, both included. */
export const blockNumbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);

/** The records whose keys in these blocks of a run, counted within it, are in the range. */
export function scanBlocks(
  segment: OpenSegment,
  { field, low, high }: KeyRange,
  numbers: readonly number[],
  blocks: Blocks,
): Uint8Array {
  const bits = emptyBitmap(segment.records);
  for (const number of numbers) {
    const groups = new Groups(blocks(segment, segment.run(field).start + number), segment.width);
    while (groups.next() && groups.key <= high)
      if (groups.key < low) groups.skip();
      else groups.setBits(bits);
  }
  return bits;
}
