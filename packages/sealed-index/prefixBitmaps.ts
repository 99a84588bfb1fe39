/**
 * Sets of the records with a run's first keys. What lies between two of them is in a broad range as a whole: two sets are
 * read then instead of the list of each key between.
 */
import { emptyBitmap, setBit } from './bits.ts';
import { blocksOf, plainBytes } from './format.ts';

/** A run is parted so often where that pays: its blocks are so many times those of a set, or they are read as quickly. */
const partitions = 8;
const minRunToBitmapRatio = 12;

/** The number of blocks of a set in a segment with this number of records. */
export const bitmapBlocks = (records: number): number => Math.ceil(emptyBitmap(records).length / plainBytes);

/** The blocks of a run before which its sets end, ascending; none in a short run. */
export function prefixEnds(blocks: number, records: number): number[] {
  if (blocks < minRunToBitmapRatio * bitmapBlocks(records)) return [];
  return Array.from({ length: partitions - 1 }, (_, i) => Math.round((blocks * (i + 1)) / partitions));
}

/**
 * Appends the sets of a run to `blocks`, @returns the number of its blocks.
 * @param entries - of each block of the run.
 */
export function writePrefixBitmaps(
  ordinals: Uint32Array,
  entries: readonly number[],
  records: number,
  blocks: Buffer[],
): number {
  const bits = emptyBitmap(records);
  const before = blocks.length;
  let [block, at] = [0, 0];
  for (const end of prefixEnds(entries.length, records)) {
    for (; block < end; block++)
      for (const next = at + entries[block]!; at < next; at++) setBit(bits, ordinals[at]!);
    blocks.push(...blocksOf(bits));
  }
  return blocks.length - before;
}
