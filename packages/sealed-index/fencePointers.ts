/** Fence pointers: a summary of each block of a run. With them, a rank reads one block, and a page only a few more than its own. */
import { VarintReader, VarintWriter } from './varint.ts';

/**
 * Per block: its first and last key, its entries, the sum of its keys' distances from the first, and its two lowest
 * ordinals; the second is {@link noOrdinal} in a block of one entry.
 */
export type FencePointers = {
  first: number[];
  last: number[];
  entries: number[];
  sums: bigint[];
  least: number[];
  second: number[];
};

/** `rank[b]` entries precede block `b`; the last element is their total. */
export type OpenFencePointers = {
  /** Above all keys of the previous block, and at most the block's first key; for numbers, the first key itself. */
  first: Float64Array;
  rank: Uint32Array;
  /** The two lowest ordinals of each block of numbers; unused for strings. */
  least: Uint32Array;
  second: Uint32Array;
};

/** Greater than every ordinal. */
export const noOrdinal = 2 ** 32 - 1;

/** Encodes those of numbers: distances of first keys, entries, lowest ordinals, and the distances of the second-lowest, 0 for none. */
export function encodeFencePointers({ first, entries, least, second }: FencePointers): Buffer {
  const writer = new VarintWriter();
  first.forEach((key, block) => {
    writer.number(key - (first[block - 1] ?? 0));
    writer.number(entries[block]!);
    writer.number(least[block]!);
    writer.number(second[block] === noOrdinal ? 0 : second[block]! - least[block]!);
  });
  return writer.done();
}

/** Reads the fence pointers of a run of numbers. */
export function decodeFencePointers(bytes: Uint8Array, blocks: number): OpenFencePointers {
  const reader = new VarintReader(bytes);
  const fencePointers = emptyFencePointers(blocks);
  for (let block = 0, key = 0; block < blocks; block++) {
    fencePointers.first[block] = key += reader.number();
    fencePointers.rank[block + 1] = fencePointers.rank[block]! + reader.number();
    const least = (fencePointers.least[block] = reader.number());
    const distance = reader.number();
    fencePointers.second[block] = distance === 0 ? noOrdinal : least + distance;
  }
  return fencePointers;
}

/**
 * Encodes those of strings, whose keys are hashes. Any key between two blocks separates them, and one with many trailing zeros
 * takes half the space. Writes the number of bits that no separator needs, then their distances in that unit, and entries.
 */
export function encodeTextFencePointers({ first, last, entries }: FencePointers): Buffer {
  const writer = new VarintWriter();
  const zeros = Math.min(52, ...first.slice(1).map((key, block) => zerosBetween(last[block]!, key)));
  writer.number(zeros);
  let previous = 0;
  first.forEach((key, block) => {
    const separator = Math.floor(key / 2 ** zeros);
    writer.number(separator - previous);
    writer.number(entries[block]!);
    previous = separator;
  });
  return writer.done();
}

/** The largest number of trailing zeros of a number above `below` and not above `key`; 0 if they are equal. */
function zerosBetween(below: number, key: number): number {
  let zeros = 0;
  while (Math.floor(below / 2 ** (zeros + 1)) < Math.floor(key / 2 ** (zeros + 1))) zeros++;
  return zeros;
}

/** Reads the fence pointers of a run of strings. A field that the records were sealed without has no bytes. */
export function decodeTextFencePointers(bytes: Uint8Array, blocks: number): OpenFencePointers {
  const reader = new VarintReader(bytes);
  const fencePointers = emptyFencePointers(blocks);
  if (blocks === 0) return fencePointers;
  const unit = 2 ** reader.number();
  for (let block = 0, key = 0; block < blocks; block++) {
    fencePointers.first[block] = key += reader.number() * unit;
    fencePointers.rank[block + 1] = fencePointers.rank[block]! + reader.number();
  }
  return fencePointers;
}

const emptyFencePointers = (blocks: number): OpenFencePointers => ({
  first: new Float64Array(blocks),
  rank: new Uint32Array(blocks + 1),
  least: new Uint32Array(blocks),
  second: new Uint32Array(blocks),
});

/** Encodes the sums, which only aggregates read. */
export function encodeSums({ sums }: FencePointers): Buffer {
  const writer = new VarintWriter();
  for (const sum of sums) writer.bigint(sum);
  return writer.done();
}

/** Prefix sums: the keys before block `b` add up to `sum[b]`; the last element is their total. */
export function decodeSums(bytes: Uint8Array, { first, rank }: OpenFencePointers): bigint[] {
  const reader = new VarintReader(bytes);
  const sums = [0n];
  first.forEach((key, block) => {
    const entries = rank[block + 1]! - rank[block]!;
    sums.push(sums[block]! + reader.bigint() + BigInt(key) * BigInt(entries));
  });
  return sums;
}
