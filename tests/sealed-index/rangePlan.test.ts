/** Broad ranges are resolved with prefix bitmaps: far fewer blocks, and the same records. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { Filter } from '@cloakroom/contract/records.ts';
import { labelBytes } from '@cloakroom/contract/segments.ts';
import { BlockCache } from '@cloakroom/sealed-index/blockCache.ts';
import { IndexReader } from '@cloakroom/sealed-index/reader.ts';
import { deleteRows } from '../proxy/compaction/support/memoryWorld.ts';
import { oracleOf } from './support/oracle.ts';
import { makeWorld, randomFrom, type World } from './support/world.ts';

const maxValue = 1_000_000;
const number = (name: string): Field => ({
  name,
  type: 'integer',
  required: false,
  minimum: 0,
  maximum: maxValue,
  precision: 0,
});
const fields = [number('always'), number('often')];
/** A third of the records lack the second field, so that the set of all records is larger than its run. */
const rowAt = (index: number) => {
  const random = randomFrom(index);
  const row: Record<string, string> = { always: String(Math.floor(random() * maxValue)) };
  if (random() < 2 / 3) row.often = String(Math.floor(random() * maxValue));
  return row;
};

let world: World;
let withFences: IndexReader;
beforeAll(async () => {
  world = makeWorld(fields, [30_000, 200], rowAt);
  withFences = world.reader();
  await withFences.preload();
});

const between = (label: string, low: number, high: number): Filter => ({
  label,
  operator: 'between',
  value: String(low),
  value2: String(high),
});

/** A reader with fence pointers and no block. */
const fresh = () => {
  const { queryKey, store, segments } = world;
  return new IndexReader(
    { fields, queryKeys: () => queryKey, store, segments, cache: new BlockCache() },
    withFences,
  );
};

describe('two ranges at once', () => {
  test('are on runs with prefix bitmaps', () => {
    const [large] = world.segments.map(({ id }) => withFences.segmentCache.opened(id)!);
    for (const field of fields.keys()) expect(large!.run(field).prefixBlocks).toBeGreaterThan(0);
  });

  test('find what a scan of every row finds, wherever they begin and end', async () => {
    const ends = () => fc.tuple(edge, edge).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    const edge = fc.oneof(
      fc.nat(maxValue),
      fc.constantFrom(0, 1, maxValue / 8, maxValue / 2, maxValue - 1, maxValue),
    );
    const oracle = oracleOf(world);
    await fc.assert(
      fc.asyncProperty(ends(), ends(), async (one, two) => {
        const filters = [between('always', ...one), between('often', ...two)];
        const page = await fresh().page(filters, { offset: 3, limit: 20 });
        expect(page).toEqual(oracle.page(filters, 3, 20));
      }),
      { numRuns: 150 },
    );
  });

  test('read a third of the blocks between their ends, or less', async () => {
    world.store.blockRequests.length = 0;
    await fresh().count([between('always', 100_000, 700_000), between('often', 200_000, 900_000)]);
    const asked = world.store.blockRequests
      .flat()
      .reduce((sum, { labels }) => sum + labels.length / labelBytes, 0);
    const [large] = world.segments.map(({ id }) => withFences.segmentCache.opened(id)!);
    expect(asked).toBeLessThan((0.6 * large!.run(0).blocks + 0.7 * large!.run(1).blocks) / 3);
  });

  test('do not count deleted records', async () => {
    const holed = makeWorld(fields, [30_000], rowAt);
    deleteRows(holed, (index) => index % 7 === 0);
    const filters = [between('always', 100_000, 700_000)];
    for (const more of [[], [between('often', 0, 500_000)]])
      expect(await holed.reader().count([...filters, ...more])).toBe(
        oracleOf(holed).total([...filters, ...more]),
      );
  });
});
