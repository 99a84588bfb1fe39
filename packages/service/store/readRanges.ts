/** Reads several ranges of an object; neighbours are read at once. */
import pLimit from 'p-limit';
import type { ByteRange } from './objectFormat.ts';
import type { ObjectStore } from './objectStore.ts';

/** A single read is not extended beyond this. */
const maxReadBytes = 4 * 1024 * 1024;

/** Ranges that are read at once, from `at` on, with their positions in the list. */
type Read = ByteRange & { positions: number[] };

/** Joins ranges with small gaps. */
export function joinRanges(ranges: readonly ByteRange[], maxGapBytes: number): Read[] {
  const reads: Read[] = [];
  const order = ranges.map((_, position) => position).sort((a, b) => ranges[a]!.at - ranges[b]!.at);
  for (const position of order) {
    const { at, length } = ranges[position]!;
    const last = reads.at(-1);
    const end = Math.max(at + length, last ? last.at + last.length : 0);
    if (last && at - (last.at + last.length) <= maxGapBytes && end - last.at <= maxReadBytes) {
      last.length = end - last.at;
      last.positions.push(position);
    } else reads.push({ at, length, positions: [position] });
  }
  return reads;
}

/** The bytes of each range, in the order of the ranges. @throws as the store's `read` does */
export async function readRanges(
  store: ObjectStore,
  name: string,
  ranges: readonly ByteRange[],
): Promise<Buffer[]> {
  const found = new Array<Buffer>(ranges.length);
  const limit = pLimit(store.concurrency);
  await Promise.all(
    joinRanges(ranges, store.maxGapBytes).map((read) =>
      limit(async () => {
        const bytes = await store.read(name, read.at, read.length);
        for (const position of read.positions) {
          const { at, length } = ranges[position]!;
          found[position] = bytes.subarray(at - read.at, at - read.at + length);
        }
      }),
    ),
  );
  return found;
}

/** Reads a whole object in pieces. @throws as the store's `read` does */
export async function* wholeObject(store: ObjectStore, name: string, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; at += maxReadBytes)
    yield await store.read(name, at, Math.min(maxReadBytes, bytes - at));
}
