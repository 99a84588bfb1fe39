/** Sends the same generated queries to an index and to the plain rows. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Decimal } from '@cloakroom/contract/decimal.ts';
import type { IndexReader } from '@cloakroom/sealed-index/reader.ts';
import { oracleOf } from './oracle.ts';
import { queryOf, shortForm } from './queries.ts';
import type { World } from './world.ts';

const inMillionths = (decimal: Decimal | null) => decimal && decimal.units * 10n ** BigInt(6 - decimal.scale);

/** Expects equal counts, pages, orders and aggregates in so many generated queries; a seed makes them repeatable. */
export async function expectSameAnswers(
  world: World,
  reader: IndexReader,
  runs: number,
  seed?: number,
): Promise<void> {
  const oracle = oracleOf(world);
  await fc.assert(
    fc.asyncProperty(queryOf(world), async ({ filters, short, depth, limit, order, aggregated }) => {
      const asked = short ? filters.map(shortForm) : filters;
      const total = oracle.total(filters);
      const offset = Math.floor(total * depth);
      expect(await reader.count(asked)).toBe(total);
      const page = await reader.page(asked, { offset, limit, ...(order ? { order } : {}) });
      expect(page).toEqual(oracle.page(filters, offset, limit, order ?? undefined));

      const { count, sum, avg, min, max } = await reader.aggregate(aggregated, asked);
      const plain = oracle.aggregate(aggregated, filters);
      expect({
        count,
        sum: inMillionths(sum),
        least: inMillionths(min),
        greatest: inMillionths(max),
      }).toEqual(plain);
      if (plain.sum === null) expect(avg).toBeNull();
      else {
        const mean = Number(plain.sum) / 1e6 / plain.count;
        expect(Math.abs(avg! - mean)).toBeLessThanOrEqual(Math.abs(mean) * 1e-15);
      }
    }),
    { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
  );
}
