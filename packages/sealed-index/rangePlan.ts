/** How the records in a range are found: blocks of the run whose keys are read, and two prefix bitmaps with all others between them. */
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
  /** The records of the blocks from one of the run's boundaries to another are in the range; null where none are. */
  between: { from: Boundary; to: Boundary } | null;
  /** All that has to be read: these blocks, and those of the two prefix bitmaps. */
  addresses: readonly BlockAddress[];
};

/** Blocks of a run before it; `bitmap` is the number of the prefix bitmap of their records, from 0: neither end of the run needs one. */
type Boundary = { blocks: number; bitmap: number | null };

/** How to find a range in a segment; null when no block can hold its keys. */
export function rangePlanOf(segment: OpenSegment, range: KeyRange): RangePlan | null {
  const span = segment.span(range);
  if (!span) return null;
  const { from, to } = span;
  const run = segment.run(range.field);
  const ends = run.prefixBlocks === 0 ? [] : prefixEnds(run.blocks, segment.records);
  const lines: Boundary[] = [
    { blocks: 0, bitmap: null },
    ...ends.map((blocks, bitmap) => ({ blocks, bitmap })),
  ];
  // Where records lack the field, the bitmap of all records is more than the run.
  if (run.entries === segment.records) lines.push({ blocks: run.blocks, bitmap: null });
  const low = lines.find(({ blocks }) => blocks >= (range.low <= run.least ? 0 : from + 1));
  const high = lines.findLast(({ blocks }) => blocks <= (range.high >= run.greatest ? run.blocks : to));
  const addressesOf = (blocks: number[]) => blocks.map((block) => ({ segment, number: run.start + block }));
  const byKey = blockNumbers(from, to);
  if (!low || !high) return { range, blocks: byKey, between: null, addresses: addressesOf(byKey) };
  const sets = [low, high].flatMap((line) => bitmapAddresses(segment, range.field, line));
  if (high.blocks - low.blocks <= sets.length)
    return { range, blocks: byKey, between: null, addresses: addressesOf(byKey) };
  const blocks = [...blockNumbers(from, low.blocks - 1), ...blockNumbers(high.blocks, to)];
  return { range, blocks, between: { from: low, to: high }, addresses: [...addressesOf(blocks), ...sets] };
}

function bitmapAddresses(segment: OpenSegment, field: number, { bitmap }: Boundary): BlockAddress[] {
  if (bitmap === null) return [];
  const { start, blocks } = segment.run(field);
  const each = bitmapBlocks(segment.records);
  return blockAddresses(segment, start + blocks + bitmap * each, 0, each - 1);
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

/** The records whose keys are below a line. */
function bitsBefore(segment: OpenSegment, field: number, line: Boundary, read: Blocks): Uint8Array {
  if (line.bitmap === null)
    return line.blocks === 0 ? emptyBitmap(segment.records) : fullBitmap(segment.records);
  const bits = emptyBitmap(segment.records);
  let at = 0;
  for (const { number } of bitmapAddresses(segment, field, line)) {
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
