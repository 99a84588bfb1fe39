/**
 * Bitmaps of the records with a run's first keys. A broad range contains everything between two of them, so two bitmaps are
 * read instead of the lists of all keys in between.
 */
import { emptyBitmap, setBit } from './bits.ts';
import { blocksOf, plainBytes } from './format.ts';

/** A run is divided into this number of parts if it has at least this many times as many blocks as a bitmap: a shorter run is read as fast. */
const partitions = 8;
const minRunToBitmapRatio = 12;

/** The number of blocks of a bitmap in a segment with this number of records. */
export const bitmapBlocks = (records: number): number => Math.ceil(emptyBitmap(records).length / plainBytes);

/** The blocks of a run before which its bitmaps end, ascending; none in a short run. */
export function prefixEnds(blocks: number, records: number): number[] {
  if (blocks < minRunToBitmapRatio * bitmapBlocks(records)) return [];
  return Array.from({ length: partitions - 1 }, (_, i) => Math.round((blocks * (i + 1)) / partitions));
}

/**
 * Appends the bitmaps of a run to `blocks`.
 * @param entries - the number of entries in each block of the run.
 * @returns the number of appended blocks.
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
