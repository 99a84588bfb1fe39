/** Fences: what stands in each block of a run, so that a rank or a sum costs one block and a page only its own. */
import { VarintReader, VarintWriter } from './varint.ts';

/** Per block: its first key, its entries, the sum of its keys' distances from the first, and its least ordinal. */
export type Fence = { first: number[]; entries: number[]; sums: bigint[]; least: number[] };

/**
 * The same, added up: `rank[b]` entries and a key sum of `sum[b]` stand before block `b`; one more tells the whole. In
 * `least` are a number field's least ordinals; zeros for texts, and in a fence from before they were written.
 */
export type OpenFence = { first: Float64Array; rank: Uint32Array; sum: bigint[]; least: Uint32Array };

/** First keys as distances, entries, and for numbers sums, then all their least ordinals, as varints. */
export function encodeFence({ first, entries, sums, least }: Fence, numeric: boolean): Buffer {
  const writer = new VarintWriter();
  first.forEach((key, block) => {
    writer.number(key - (first[block - 1] ?? 0));
    writer.number(entries[block]!);
    if (numeric) writer.bigint(sums[block]!);
  });
  // Texts are found by one key, whose ordinals go on rising from block to block.
  if (numeric) for (const ordinal of least) writer.number(ordinal);
  return writer.done();
}

/** Read a fence of so many blocks. The sums and least ordinals of a string field are all 0. */
export function decodeFence(bytes: Uint8Array, blocks: number, numeric: boolean): OpenFence {
  const reader = new VarintReader(bytes);
  const first = new Float64Array(blocks);
  const rank = new Uint32Array(blocks + 1);
  const sum = new Array<bigint>(blocks + 1).fill(0n);
  for (let block = 0, key = 0; block < blocks; block++) {
    first[block] = key += reader.number();
    const entries = reader.number();
    rank[block + 1] = rank[block]! + entries;
    if (numeric) sum[block + 1] = sum[block]! + reader.bigint() + BigInt(key) * BigInt(entries);
  }
  // Past its end a fence reads as zeros.
  const least = new Uint32Array(blocks);
  if (numeric) for (let block = 0; block < blocks; block++) least[block] = reader.number();
  return { first, rank, sum, least };
}
