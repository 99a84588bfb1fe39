/** How the records in a range are found: blocks of the run whose keys are read, and two sets with all others between them. */
import { addBits, allBits, dropBits, noBits } from './bits.ts';
import type { KeyRange } from './filters.ts';
import { Groups } from './groups.ts';
import type { OpenSegment } from './openSegment.ts';
import { prefixEnds, bitmapBlocks } from './prefixBitmaps.ts';
import { type Blocks, type Place, placesOf } from './segmentCache.ts';

export type RangePlan = {
  range: KeyRange;
  /** Blocks to read by key, counted within the run. */
  blocks: readonly number[];
  /** The records of the blocks from one of the run's parting lines to another are in the range; null where none are. */
  between: { from: Line; to: Line } | null;
  /** All that has to be read: these blocks, and those of the two sets. */
  places: readonly Place[];
};

/** Blocks of a run before it; `set` is the number of the set that says what is in them, from 0: none of the ends needs one. */
type Line = { blocks: number; set: number | null };

/** How to find a range in a segment; null when no block can hold its keys. */
export function rangePlanOf(segment: OpenSegment, range: KeyRange): RangePlan | null {
  const span = segment.span(range);
  if (!span) return null;
  const { from, to } = span;
  const run = segment.run(range.field);
  const ends = run.sets === 0 ? [] : prefixEnds(run.blocks, segment.records);
  const lines: Line[] = [{ blocks: 0, set: null }, ...ends.map((blocks, set) => ({ blocks, set }))];
  // Where records lack the field, the set of all records is more than the run.
  if (run.entries === segment.records) lines.push({ blocks: run.blocks, set: null });
  const low = lines.find(({ blocks }) => blocks >= (range.low <= run.least ? 0 : from + 1));
  const high = lines.findLast(({ blocks }) => blocks <= (range.high >= run.greatest ? run.blocks : to));
  const placed = (blocks: number[]) => blocks.map((block) => ({ segment, number: run.start + block }));
  const byKey = upTo(from, to);
  if (!low || !high) return { range, blocks: byKey, between: null, places: placed(byKey) };
  const sets = [low, high].flatMap((line) => setPlaces(segment, range.field, line));
  if (high.blocks - low.blocks <= sets.length)
    return { range, blocks: byKey, between: null, places: placed(byKey) };
  const blocks = [...upTo(from, low.blocks - 1), ...upTo(high.blocks, to)];
  return { range, blocks, between: { from: low, to: high }, places: [...placed(blocks), ...sets] };
}

function setPlaces(segment: OpenSegment, field: number, { set }: Line): Place[] {
  if (set === null) return [];
  const { start, blocks } = segment.run(field);
  const each = bitmapBlocks(segment.records);
  return placesOf(segment, start + blocks + set * each, 0, each - 1);
}

/** The records in a cover's range, of the blocks that it reads. */
export function plannedBits(
  segment: OpenSegment,
  { range, blocks, between }: RangePlan,
  read: Blocks,
): Uint8Array {
  const bits = markedBits(segment, range, blocks, read);
  if (!between) return bits;
  const inside = bitsBefore(segment, range.field, between.to, read);
  dropBits(inside, bitsBefore(segment, range.field, between.from, read));
  addBits(bits, inside);
  return bits;
}

/** The records whose keys stand before a line. */
function bitsBefore(segment: OpenSegment, field: number, line: Line, read: Blocks): Uint8Array {
  if (line.set === null) return line.blocks === 0 ? noBits(segment.records) : allBits(segment.records);
  const bits = noBits(segment.records);
  let at = 0;
  for (const { number } of setPlaces(segment, field, line)) {
    const plain = read(segment, number);
    bits.set(plain.subarray(0, bits.length - at), at);
    at += plain.length;
  }
  return bits;
}

/** The blocks `from` to `to`, both included. */
export const upTo = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);

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
