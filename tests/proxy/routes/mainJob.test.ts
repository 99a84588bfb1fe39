import { afterAll, beforeAll, expect, test } from 'vitest';
import { actor, startProxy, type Actor, type TestProxy } from '../support/proxy.ts';
import { person } from '#tests/service/support/people.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';
import type { Schema } from '#contract/schemas.ts';

const definition = {
  type: 'object' as const,
  properties: {
    name: { type: 'string' },
    age: { type: 'integer', minimum: 0, maximum: 130 },
    balance: { type: 'number', minimum: -1000, maximum: 1000 },
  },
  required: ['name'],
};

let service: TestService;
let proxy: TestProxy;
let ada: Actor;
let schema: Schema;

beforeAll(async () => {
  service = await startService({ listen: true });
  proxy = await startProxy(service.url);
  const owner = await person(service);
  ada = actor(proxy, owner.headers);
  schema = await ada.schema(owner.organization.id, definition);
});

afterAll(async () => {
  await proxy.close();
  await service.close();
});

test('a CSV file is uploaded, found and read as it was', async () => {
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
