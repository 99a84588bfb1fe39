/** Compares the index with a plaintext filter: the same records, in the same order, the same totals. */
import { describe, expect, test } from 'vitest';
import { BlockCache } from '@cloakroom/sealed-index/blockCache.ts';
import { IndexReader } from '@cloakroom/sealed-index/reader.ts';
import { expectSameAnswers } from './support/sameAnswers.ts';
import { oracleOf } from './support/oracle.ts';
import { fields, numbers, rowAt } from './support/queries.ts';
import { makeWorld } from './support/world.ts';

describe('a search over sealed segments answers as a plaintext filter does', () => {
  test('in 1,500 generated queries over segments of every size', async () => {
    const world = makeWorld(fields, [3000, 1, 257, 5000, 40, 256, 1200], rowAt);
    await expectSameAnswers(world, world.reader(), 1500);
  });

  test('in 150 generated queries with so small a cache that nearly everything is read again', async () => {
    const world = makeWorld(fields, [900, 30, 600], rowAt);
    const { queryKey, store, segments } = world;
    const cache = new BlockCache(5000);
    await expectSameAnswers(
      world,
      new IndexReader({ fields, queryKeys: () => queryKey, store, segments, cache }),
      150,
    );
    expect(cache.bytes).toBeLessThanOrEqual(5000);
  });

  test('in 40 generated queries over a full segment of 65,536 records and a small one', async () => {
    const world = makeWorld(fields, [65_536, 300], rowAt);
    await expectSameAnswers(world, world.reader(), 40);
  });

  test('when there are no segments at all', async () => {
    const reader = makeWorld(fields, [], rowAt).reader();
    expect(await reader.page([], { offset: 0, limit: 50 })).toEqual({ total: 0, records: [] });
    expect(await reader.aggregate('age', [])).toEqual({
      count: 0,
      sum: null,
      avg: null,
      min: null,
      max: null,
    });
  });

  test('on every page of an ordered result, from end to end', async () => {
    const world = makeWorld(fields, [700, 20, 400], rowAt);
    const [reader, oracle] = [world.reader(), oracleOf(world)];
    for (const { name: label } of numbers)
      for (const descending of [false, true])
        for (let offset = 0; offset <= 1200; offset += 100) {
          const page = await reader.page([], { offset, limit: 100, order: { label, descending } });
          expect(page).toEqual(oracle.page([], offset, 100, { label, descending }));
        }
  });
});

describe('a reader of a newer manifest', () => {
  test('keeps what the older one opened and sees the new segment', async () => {
    const world = makeWorld(fields, [500, 200, 300], rowAt);
    const { queryKey, store, segments } = world;
    const older = new IndexReader({
      fields,
      queryKeys: () => queryKey,
      store,
      segments: segments.slice(0, 2),
    });
    const filter = [{ label: 'age', operator: '>=' as const, value: '3' }];
    expect(await older.count([])).toBe(700);
    await older.count(filter);

    store.storedHeaders.delete(segments[0]!.id);
    const newer = new IndexReader({ fields, queryKeys: () => queryKey, store, segments }, older);
    expect(await newer.count(filter)).toBe(oracleOf(world).total(filter));
  });
});
