/** An index that fits into memory is read once: after that no search asks for a block. */
import { expect, test } from 'vitest';
import { BlockCache } from '#proxy/index/blockCache.ts';
import { IndexReader } from '#proxy/index/reader.ts';
import { agree } from './support/agree.ts';
import { fields, rowAt } from './support/queries.ts';
import { makeWorld } from './support/world.ts';

test('two hundred queries over a held index ask for nothing', async () => {
  const world = makeWorld(fields, [900, 30, 600], rowAt);
  const reader = world.reader();
  await reader.hold();
  world.store.asked.length = 0;
  await agree(world, reader, 200);
  expect(world.store.asked).toEqual([]);
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
  await older.hold();
  store.asked.length = 0;
  const newer = new IndexReader({ fields, queryKeys: () => queryKey, store, segments, cache }, older);
  await newer.hold();
  const asked = store.asked.flat().map(({ segment }) => Buffer.from(segment).toString('hex'));
  expect(new Set(asked)).toEqual(new Set([segments[1]!.id]));
});

test('one that does not fit is left where it is', async () => {
  const world = makeWorld(fields, [900], rowAt);
  const { queryKey, store, segments } = world;
  await new IndexReader({
    fields,
    queryKeys: () => queryKey,
    store,
    segments,
    cache: new BlockCache(5000),
  }).hold();
  expect(store.asked).toEqual([]);
});
