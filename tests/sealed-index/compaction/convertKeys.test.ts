/** An index that is converted to a wider definition answers as one that was built for it. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Field, NumberField } from '@cloakroom/contract/fields.ts';
import { liveRanges } from '@cloakroom/contract/liveRecords.ts';
import { convertedColumn } from '@cloakroom/sealed-index/compaction/convertKeys.ts';
import { mergeSegments } from '@cloakroom/sealed-index/compaction/mergeSegments.ts';
import { IndexReader } from '@cloakroom/sealed-index/reader.ts';
import { joinedRanges } from '@cloakroom/sealed-index/recordRanges.ts';
import { deleteRows } from '../../proxy/compaction/support/memoryWorld.ts';
import { fields, rowAt } from '../support/queries.ts';
import { expectSameAnswers } from '../support/sameAnswers.ts';
import { entryOf, makeWorld } from '../support/world.ts';

const number = (change: Partial<NumberField> = {}): NumberField => ({
  ...{ name: 'dose', type: 'number', required: false, minimum: 0, maximum: 100, precision: 1 },
  ...change,
});

test.each<[string, Partial<NumberField>, number[]]>([
  ['a lower minimum', { minimum: -5 }, [50, 1050, NaN]],
  ['more decimals', { precision: 3 }, [0, 100_000, NaN]],
  ['both', { minimum: -0.25, precision: 2 }, [25, 10_025, NaN]],
  ['a higher maximum', { maximum: 1e6 }, [0, 1000, NaN]],
])('%s', (_, change, keys) => {
  expect([...convertedColumn(Float64Array.of(0, 1000, NaN), number(), number(change))]).toEqual(keys);
});

test('the greatest steps stay exact', () => {
  const [from, to] = [
    number({ precision: 0, maximum: 2 ** 52 }),
    number({ precision: 0, minimum: -(2 ** 51), maximum: 2 ** 52 }),
  ];
  expect([...convertedColumn(Float64Array.of(2 ** 52 - 1), from, to)]).toEqual([2 ** 52 - 1 + 2 ** 51]);
});

test.each<[string, Field]>([
  ['a higher minimum', number({ minimum: 1 })],
  ['fewer decimals', number({ precision: 0 })],
  ['another name', number({ name: 'weight' })],
  ['another kind', { name: 'dose', type: 'string', required: false }],
  ['steps beyond 2^53', number({ precision: 15, maximum: 1000 })],
])('%s is refused', (_, to) => {
  expect(() => convertedColumn(Float64Array.of(1000), number(), to)).toThrow(RangeError);
});

test('a converted index has the same answers in 400 generated queries, deleted records left out', async () => {
  const world = makeWorld(fields, [300, 1, 900, 40], rowAt);
  deleteRows(world, (index) => index % 7 === 0);
  const target = fields.map((field) =>
    field.type === 'string'
      ? field
      : {
          ...field,
          minimum: field.minimum - 3,
          precision: field.type === 'integer' ? 0 : field.precision + 1,
        },
  );
  const converted = await Promise.all(
    world.segments.map(async (entry) => {
      const id = randomBytes(16);
      const { queryKey, store } = world;
      const sealed = await mergeSegments({ fields, target, queryKey, id, entries: [entry] }, store);
      world.store.add(sealed);
      return entryOf(sealed, joinedRanges(liveRanges(entry)));
    }),
  );
  expect(converted.map(({ records }) => records)).not.toEqual(world.segments.map(({ records }) => records));
  const { queryKeys, store } = world;
  const reader = new IndexReader({ fields: target, queryKeys, store, segments: converted });
  await expectSameAnswers({ ...world, fields: target, segments: converted }, reader, 400, 5);
});
