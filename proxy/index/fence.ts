/** Fences: what stands in each block of a run, so that a rank costs one block and a page hardly more than its own. */
import { VarintReader, VarintWriter } from './varint.ts';

/**
 * Per block: its first and last key, its entries, the sum of its keys' distances from the first, and its two least
 * ordinals; the second is {@link noOrdinal} in a block of one entry.
 */
export type Fence = {
  first: number[];
  last: number[];
  entries: number[];
  sums: bigint[];
  least: number[];
  second: number[];
};

/** `rank[b]` entries stand before block `b`; one more tells the whole. */
export type OpenFence = {
  /** Above all keys of the block before, and at most the block's own first one, which it is for numbers. */
  first: Float64Array;
  rank: Uint32Array;
  /** The two least ordinals of each block of numbers; of texts none. */
  least: Uint32Array;
  second: Uint32Array;
};

/** No ordinal reaches it. */
export const noOrdinal = 2 ** 32 - 1;

/** Of numbers: distances of first keys, entries, least ordinals, and how far on the second ones are, 0 for none. */
export function encodeFence({ first, entries, least, second }: Fence): Buffer {
  const writer = new VarintWriter();
  first.forEach((key, block) => {
    writer.number(key - (first[block - 1] ?? 0));
    writer.number(entries[block]!);
    writer.number(least[block]!);
    writer.number(second[block] === noOrdinal ? 0 : second[block]! - least[block]!);
  });
  return writer.done();
}

/** Read such a fence of so many blocks. */
export function decodeFence(bytes: Uint8Array, blocks: number): OpenFence {
  const reader = new VarintReader(bytes);
  const fence = emptyFence(blocks);
  for (let block = 0, key = 0; block < blocks; block++) {
    fence.first[block] = key += reader.number();
    fence.rank[block + 1] = fence.rank[block]! + reader.number();
    const least = (fence.least[block] = reader.number());
    const further = reader.number();
    fence.second[block] = further === 0 ? noOrdinal : least + further;
  }
  return fence;
}

/**
 * Of texts, whose keys are hashes: any key between two blocks parts them, and one with many zeros at its end is half as
 * long as the first of the next block. How many bits none of them needs, then their distances in such units, and entries.
 */
export function encodeTextFence({ first, last, entries }: Fence): Buffer {
  const writer = new VarintWriter();
  const zeros = Math.min(52, ...first.slice(1).map((key, block) => zerosBetween(last[block]!, key)));
  writer.number(zeros);
  let before = 0;
  first.forEach((key, block) => {
    const parting = Math.floor(key / 2 ** zeros);
    writer.number(parting - before);
    writer.number(entries[block]!);
    before = parting;
  });
  return writer.done();
}

/** The most zeros at the end of a number that is above the one key and not above the other; none where they are equal. */
function zerosBetween(below: number, key: number): number {
  let zeros = 0;
  while (Math.floor(below / 2 ** (zeros + 1)) < Math.floor(key / 2 ** (zeros + 1))) zeros++;
  return zeros;
}

/** Read a fence of texts of so many blocks. */
export function decodeTextFence(bytes: Uint8Array, blocks: number): OpenFence {
  const reader = new VarintReader(bytes);
  const fence = emptyFence(blocks);
  const unit = 2 ** reader.number();
  for (let block = 0, key = 0; block < blocks; block++) {
    fence.first[block] = key += reader.number() * unit;
    fence.rank[block + 1] = fence.rank[block]! + reader.number();
  }
  return fence;
}

const emptyFence = (blocks: number): OpenFence => ({
  first: new Float64Array(blocks),
  rank: new Uint32Array(blocks + 1),
  least: new Uint32Array(blocks),
  second: new Uint32Array(blocks),
});

/** The sums of a fence, which only aggregates read. */
export function encodeSums({ sums }: Fence): Buffer {
  const writer = new VarintWriter();
  for (const sum of sums) writer.bigint(sum);
  return writer.done();
}

/** The same, added up: the keys before block `b` come to `sum[b]`; one more tells the whole. */
export function decodeSums(bytes: Uint8Array, { first, rank }: OpenFence): bigint[] {
  const reader = new VarintReader(bytes);
  const sums = [0n];
  first.forEach((key, block) => {
    const entries = rank[block + 1]! - rank[block]!;
    sums.push(sums[block]! + reader.bigint() + BigInt(key) * BigInt(entries));
  });
  return sums;
}
