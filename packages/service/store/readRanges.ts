/** Reads several ranges of an object; neighbours are read at once. */
import pLimit, { type LimitFunction } from 'p-limit';
import type { ByteRange } from './objectFormat.ts';
import { ObjectLost, type ObjectStore } from './objectStore.ts';

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

/**
 * The bytes of each range, in the order of the ranges.
 * @param limit - of the calls at a time. @throws as the store's `read` does
 */
export async function readRanges(
  store: ObjectStore,
  name: string,
  ranges: readonly ByteRange[],
  limit: LimitFunction = pLimit(store.concurrency),
): Promise<Buffer[]> {
  const found = new Array<Buffer>(ranges.length);
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

/**
 * The bytes of each range; undefined for those that are lost. Each is read for itself if the object is cut, so that only those
 * beyond its end are lost. @throws {StoreUnavailable}
 */
export async function readRangesOrLost(
  store: ObjectStore,
  name: string,
  ranges: readonly ByteRange[],
  limit?: LimitFunction,
): Promise<(Buffer | undefined)[]> {
  const all = await orLost(() => readRanges(store, name, ranges, limit));
  if (all) return all;
  return Promise.all(
    ranges.map(async (range) => (await orLost(() => readRanges(store, name, [range], limit)))?.[0]),
  );
}

/** The result; null if the object is missing, cut or damaged. */
export async function orLost<Result>(read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ObjectLost || error instanceof RangeError) return null;
    throw error;
  }
}

/** Reads a whole object in pieces. @throws as the store's `read` does */
export async function* wholeObject(store: ObjectStore, name: string, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; at += maxReadBytes)
    yield await store.read(name, at, Math.min(maxReadBytes, bytes - at));
}
