import { afterAll, expect, test } from 'vitest';
import { startAda } from '../support/ada.ts';

const definition = {
  type: 'object' as const,
  properties: {
    name: { type: 'string' },
    age: { type: 'integer', minimum: 0, maximum: 130 },
    balance: { type: 'number', minimum: -1000, maximum: 1000 },
  },
  required: ['name'],
};

const world = await startAda();
const { ada } = world;
const schema = await world.schemaOf(definition);
afterAll(() => world.close());

test('a CSV file is uploaded, found and read unchanged', async () => {
  const csv = 'name,age,balance\nAda Lovelace,36,10.5\n"Grace ""Amazing"" Hopper",85,-3\nΩmega,,\n';
  expect(await ada.uploaded(schema.id, csv, 'text/csv')).toMatchObject({
    status: 'complete',
    processed: 3,
    total: 3,
    current_batch: 1,
    total_batches: 1,
  });
  const { total, records } = await ada.search({ schema: schema.id });
  expect(total).toBe(3);
  const opened = await ada.decrypt(records);
  expect(opened.map(({ data }) => data)).toEqual([
    { name: 'Ada Lovelace', age: 36, balance: 10.5 },
    { name: 'Grace "Amazing" Hopper', age: 85, balance: -3 },
    { name: 'Ωmega' },
  ]);
});
