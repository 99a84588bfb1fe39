/** Pages of objects are cached: what is read is what the object has, and it is read once. */
import { randomBytes } from 'node:crypto';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { folderStore } from '@cloakroom/service/store/folderStore.ts';
import { inChunks, measured } from '@cloakroom/service/store/objectSource.ts';
import type { ObjectStore } from '@cloakroom/service/store/objectStore.ts';
import { pageCache, readCachedRanges } from '@cloakroom/service/store/pageCache.ts';
import { randomFrom } from '#tests/sealed-index/support/world.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const pageBytes = 1000;
const object = { name: 'schema/object', bytes: 50_300 };
const content = randomBytes(object.bytes);

let folder: string;
let store: ObjectStore;
let reads: string[];
beforeEach(async () => {
  folder = await temporaryFolder();
  const files = folderStore(pathToFileURL(folder).href, folder);
  await files.put('cloakroom-store', await measured(() => inChunks([Buffer.from('id')])));
  await files.put(object.name, await measured(() => inChunks([content])));
  reads = [];
  store = {
    ...files,
    pageBytes,
    maxGapBytes: 2000,
    read: (name, at, length) => {
      reads.push(`${at}+${length}`);
      return files.read(name, at, length);
    },
  };
});

const of = ({ at, length }: { at: number; length: number }) => content.subarray(at, at + length);

test('reads whole pages once, and the end of an object', async () => {
  const cache = pageCache(1e6);
  const ranges = [
    { at: 50_250, length: 50 },
    { at: 10, length: 20 },
    { at: 1990, length: 20 },
  ];
  expect(await readCachedRanges(store, object, ranges, cache)).toEqual(ranges.map(of));
  expect(reads).toEqual(['0+3000', '50000+300']);
  expect(await readCachedRanges(store, object, ranges, cache)).toEqual(ranges.map(of));
  expect(reads).toHaveLength(2);
});

test('caches the pages between two ranges that were read at once', async () => {
  const cache = pageCache(1e6);
  const far = [
    { at: 0, length: 10 },
    { at: 3500, length: 10 },
  ];
  await readCachedRanges(store, object, far, cache);
  expect(reads).toEqual(['0+4000']);
  const between = [{ at: 1200, length: 1500 }];
  expect(await readCachedRanges(store, object, between, cache)).toEqual(between.map(of));
  expect(reads).toHaveLength(1);
});

test('generated ranges are those of the object, whatever the cache has room for', async () => {
  const roll = randomFrom(7);
  const upTo = (limit: number) => Math.floor(roll() * limit);
  const cache = pageCache(8 * pageBytes)!;
  for (let round = 0; round < 100; round++) {
    const ranges = Array.from({ length: 1 + upTo(6) }, () => {
      const at = upTo(object.bytes - 1);
      return { at, length: 1 + upTo(Math.min(4 * pageBytes, object.bytes - at)) };
    });
    expect(await readCachedRanges(store, object, ranges, cache)).toEqual(ranges.map(of));
    expect(cache.calculatedSize).toBeLessThanOrEqual(8 * pageBytes);
  }
});

test('of a cut object only the ranges beyond its end are lost', async () => {
  await truncate(join(folder, object.name), 10_500);
  const ranges = [
    { at: 100, length: 10 },
    { at: 10_400, length: 50 },
    { at: 10_490, length: 20 },
  ];
  const found = await readCachedRanges(store, object, ranges, pageCache(1e6));
  expect(found).toEqual([of(ranges[0]!), of(ranges[1]!), undefined]);
});

test('reads the ranges themselves without a cache', async () => {
  const range = { at: 700, length: 100 };
  for (const _ of [1, 2])
    expect(await readCachedRanges(store, object, [range], pageCache(0))).toEqual([of(range)]);
  expect(reads).toEqual(['700+100', '700+100']);
});
