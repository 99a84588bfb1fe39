/** An index that fits into memory is read once; afterwards no search requests a block. */
import { expect, test, vi } from 'vitest';
import { labelBytes } from '@cloakroom/contract/segments.ts';
import { BlockCache } from '@cloakroom/sealed-index/blockCache.ts';
import { plainBytes } from '@cloakroom/sealed-index/format.ts';
import { IndexReader } from '@cloakroom/sealed-index/reader.ts';
import { deleteRows } from '../proxy/compaction/support/memoryWorld.ts';
import { expectSameAnswers } from './support/sameAnswers.ts';
import { fields, rowAt } from './support/queries.ts';
import { makeWorld, type World } from './support/world.ts';

test('two hundred queries over a cached index request nothing', async () => {
  const world = makeWorld(fields, [900, 30, 600], rowAt);
  const reader = world.reader();
  await reader.preload();
  world.store.blockRequests.length = 0;
  await expectSameAnswers(world, reader, 200);
  expect(world.store.blockRequests).toEqual([]);
});

test('two hundred queries request nothing when every third record is deleted, a few, or one', async () => {
  for (const share of [3, 40, 1000]) {
    const world = makeWorld(fields, [900, 30, 600], rowAt);
    deleteRows(world, (index) => index % share === 5);
    const reader = world.reader();
    await reader.preload();
    world.store.blockRequests.length = 0;
    await expectSameAnswers(world, reader, 100);
    expect(world.store.blockRequests).toEqual([]);
  }
});

test('a newer list of segments reads only what is new', async () => {
  const world = makeWorld(fields, [900, 30], rowAt);
  const { queryKey, store, segments } = world;
  const cache = new BlockCache();
  const older = new IndexReader({
    fields,
    queryKeys: () => queryKey,
    store,
    segments: segments.slice(0, 1),
    cache,
  });
  await older.preload();
  store.blockRequests.length = 0;
  const newer = new IndexReader({ fields, queryKeys: () => queryKey, store, segments, cache }, older);
  await newer.preload();
  const asked = store.blockRequests.flat().map(({ segment }) => Buffer.from(segment).toString('hex'));
  expect(new Set(asked)).toEqual(new Set([segments[1]!.id]));
});

/** The size of all blocks of a world's segments, opened. */
const blockBytesOf = ({ sealed }: World) =>
  sealed.reduce((sum, { labels }) => sum + (labels.length / labelBytes) * plainBytes, 0);

test.each([0, 30_000])(
  'answers stay right if only %i bytes are left for looking records up by their number',
  async (spare) => {
    const world = makeWorld(fields, [1500, 30, 2500], rowAt);
    const { queryKey, store, segments } = world;
    const room = blockBytesOf(world) + spare;
    const cache = new BlockCache(room);
    const reader = new IndexReader({ fields, queryKeys: () => queryKey, store, segments, cache });
    await reader.preload();
    store.blockRequests.length = 0;
    await expectSameAnswers(world, reader, 60);
    expect(store.blockRequests).toEqual([]);
    expect(cache.bytes).toBeLessThanOrEqual(room);
    expect(cache.bytes > blockBytesOf(world)).toBe(spare > 0);
  },
);

test('a few candidates, and their aggregates, read no blocks of other runs', async () => {
  const world = makeWorld(fields, [5000, 5000], rowAt);
  const cache = new BlockCache();
  const { queryKey, store, segments } = world;
  const reader = new IndexReader({ fields, queryKeys: () => queryKey, store, segments, cache });
  await reader.preload();
  const name = { label: 'name', value: 'person 4321' };
  await reader.count([name, { label: 'kind', value: 'same' }]);
  await reader.aggregate('wide', [name]);
  const looked = vi.spyOn(cache, 'get');
  expect(await reader.count([name, { label: 'kind', value: 'same' }])).toBe(1);
  expect((await reader.aggregate('wide', [name])).count).toBe(1);
  // Only the one block of "name" in each segment that can hold the text, twice.
  expect(looked.mock.calls.length).toBeLessThanOrEqual(4);
});

test('segments that a newer list lacks are evicted', async () => {
  const world = makeWorld(fields, [900, 300], rowAt);
  const { queryKey, store, segments } = world;
  const cache = new BlockCache();
  const source = { fields, queryKeys: () => queryKey, store, cache };
  const both = new IndexReader({ ...source, segments });
  await both.preload();
  await both.aggregate('wide', [{ label: 'name', value: 'person 7' }]);
  const before = cache.bytes;
  const newer = new IndexReader({ ...source, segments: segments.slice(1) }, both);
  await newer.preload();
  expect(cache.bytes).toBeLessThan(before / 2);
  expect(await newer.count([])).toBe(300);
});

test('a segment that does not fit is not cached', async () => {
  const world = makeWorld(fields, [900], rowAt);
  const { queryKey, store, segments } = world;
  await new IndexReader({
    fields,
    queryKeys: () => queryKey,
    store,
    segments,
    cache: new BlockCache(5000),
  }).preload();
  expect(store.blockRequests).toEqual([]);
});
