/** A page in upload order reads few blocks of a long range, and still has the right records. */
import { beforeAll, describe, expect, test } from 'vitest';
import { labelBytes } from '@cloakroom/contract/segments.ts';
import type { Filter } from '@cloakroom/contract/records.ts';
import { BlockCache } from '@cloakroom/sealed-index/blockCache.ts';
import { IndexReader } from '@cloakroom/sealed-index/reader.ts';
import { oracleOf } from './support/oracle.ts';
import { fields, rowAt } from './support/queries.ts';
import { makeWorld, type World } from './support/world.ts';

let world: World;
let oracle: ReturnType<typeof oracleOf>;
let knowing: IndexReader;
beforeAll(async () => {
  world = makeWorld(fields, [40_000, 300, 20_000], rowAt);
  oracle = oracleOf(world);
  knowing = world.reader();
  await knowing.preload();
});

/** A reader with fence pointers and no block, and the blocks that it requests in each round trip. */
function fresh(): { reader: IndexReader; trips: () => number[] } {
  const { queryKey, store, segments } = world;
  store.blockRequests.length = 0;
  const source = { fields, queryKeys: () => queryKey, store, segments, cache: new BlockCache() };
  const sizes = (requests: (typeof store.blockRequests)[number]) =>
    requests.reduce((sum, { labels }) => sum + labels.length / labelBytes, 0);
  return { reader: new IndexReader(source, knowing), trips: () => store.blockRequests.map(sizes) };
}

const half: Filter[] = [{ label: 'wide', value: '0', operator: '>' }];
const tenth: Filter[] = [{ label: 'cost', value: '-20', operator: 'between', value2: '0.5' }];
const same: Filter[] = [{ label: 'city', value: 'Oslo' }];

describe('a page of a range', () => {
  test.each([
    ['half of all', half],
    ['a tenth', tenth],
    ['one text', same],
  ])('of %s is the same at any offset and of any length', async (_, filters) => {
    const total = oracle.total(filters);
    for (const limit of [1, 2, 20, 100])
      for (const offset of [0, 1, 50, Math.floor(total * 0.6), total - 30, total]) {
        const page = await fresh().reader.page(filters, { offset, limit });
        expect(page).toEqual(oracle.page(filters, offset, limit));
      }
  });

  test('of half of all records reads the edges and few other blocks in one round trip, as fence pointers cover most records', async () => {
    const { reader, trips } = fresh();
    await reader.page(half, { offset: 0, limit: 20 });
    const edges = 2 * world.segments.length;
    expect(trips()).toHaveLength(1);
    expect(trips()[0]).toBeLessThanOrEqual(5 + edges);
    // The run itself has far more blocks than that.
    expect(knowing.segmentCache.opened(world.segments[0]!.id)!.run(9).blocks).toBeGreaterThan(200);
  });

  test('of one string reads the first blocks of its records, in one round trip', async () => {
    const { reader, trips } = fresh();
    await reader.page(same, { offset: 0, limit: 20 });
    expect(trips()).toHaveLength(1);
    expect(trips()[0]).toBeLessThanOrEqual(1 + 2 * world.segments.length);
  });
});
