/** Broad ranges are found by sets of what comes before a key: far fewer blocks, and the same records. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { Filter } from '@cloakroom/contract/records.ts';
import { labelBytes } from '@cloakroom/contract/segments.ts';
import { BlockCache } from '@cloakroom/sealed-index/blockCache.ts';
import { IndexReader } from '@cloakroom/sealed-index/reader.ts';
import { deleteRows } from '../proxy/merge/support/world.ts';
import { oracleOf } from './support/oracle.ts';
import { makeWorld, randomFrom, type World } from './support/world.ts';

const most = 1_000_000;
const number = (name: string): Field => ({
  name,
  type: 'integer',
  required: false,
  minimum: 0,
  maximum: most,
  precision: 0,
});
const fields = [number('always'), number('often')];
/** A third of the records lack the second field: the set of all records is more than its run. */
const rowAt = (index: number) => {
  const random = randomFrom(index);
  const row: Record<string, string> = { always: String(Math.floor(random() * most)) };
  if (random() < 2 / 3) row.often = String(Math.floor(random() * most));
  return row;
};

let world: World;
let knowing: IndexReader;
beforeAll(async () => {
  world = makeWorld(fields, [30_000, 200], rowAt);
  knowing = world.reader();
  await knowing.preload();
});

const between = (label: string, low: number, high: number): Filter => ({
  label,
  operator: 'between',
  value: String(low),
  value2: String(high),
});

/** A reader with fences and no block. */
const fresh = () => {
  const { queryKey, store, segments } = world;
  return new IndexReader(
    { fields, queryKeys: () => queryKey, store, segments, cache: new BlockCache() },
    knowing,
  );
};

describe('two ranges at once', () => {
  it('are run of which sets are made', () => {
    const [large] = world.segments.map(({ id }) => knowing.segmentCache.opened(id)!);
    for (const field of fields.keys()) expect(large!.run(field).prefixBlocks).toBeGreaterThan(0);
  });

  it('find what a look at every row finds, wherever they begin and end', async () => {
    const ends = () => fc.tuple(edge, edge).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    const edge = fc.oneof(fc.nat(most), fc.constantFrom(0, 1, most / 8, most / 2, most - 1, most));
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

  it('read a third of what stands between their ends, or less', async () => {
    world.store.asked.length = 0;
    await fresh().count([between('always', 100_000, 700_000), between('often', 200_000, 900_000)]);
    const asked = world.store.asked.flat().reduce((sum, { labels }) => sum + labels.length / labelBytes, 0);
    const [large] = world.segments.map(({ id }) => knowing.segmentCache.opened(id)!);
    expect(asked).toBeLessThan((0.6 * large!.run(0).blocks + 0.7 * large!.run(1).blocks) / 3);
  });

  it('count no deleted record', async () => {
    const holed = makeWorld(fields, [30_000], rowAt);
    deleteRows(holed, (index) => index % 7 === 0);
    const filters = [between('always', 100_000, 700_000)];
    for (const more of [[], [between('often', 0, 500_000)]])
      expect(await holed.reader().count([...filters, ...more])).toBe(
        oracleOf(holed).total([...filters, ...more]),
      );
  });
});
