/** The limits of a schema: refused by name when it is made, or enforced for files and for single records. */
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { Schema } from '@cloakroom/contract/schemas.ts';
import { schemas } from '@cloakroom/service/db/schema.ts';
import { startProxyStack } from '../support/proxyStack.ts';

const world = await startProxyStack();
const { service, ada } = world;
afterAll(() => world.close());

const definition = {
  type: 'object' as const,
  properties: {
    code: { type: 'string', pattern: '^[A-Z]{2}\\d$', maxLength: 3 },
    price: { type: 'number', minimum: 0, maximum: 10, exclusiveMinimum: 0, multipleOf: 0.05 },
  },
};
const unkept = {
  type: 'object' as const,
  properties: { code: { type: 'string', pattern: '^(?!x)', minLength: 2 } },
};
const refusal = { detail: '"code": "pattern" looks ahead with (?!, which is not supported' };

test('an unenforceable limit is refused by name when a schema is created or changed', async () => {
  const { id, dataset } = await world.schemaOf(definition);
  const made = await ada.send('POST', '/api/schemas/', { name: 'Other', dataset, schema: unkept });
  expect([made.status, await made.json()]).toEqual([400, expect.objectContaining(refusal)]);
  const changed = await ada.send('PATCH', `/api/schemas/${id}/`, { schema: unkept });
  expect([changed.status, await changed.json()]).toEqual([400, expect.objectContaining(refusal)]);
});

test('limits are enforced for files and for single records', async () => {
  const { id, url } = await world.schemaOf(definition);
  const errors = [
    '"ab1" does not match the pattern ^[A-Z]{2}\\d$',
    '0 must be greater than 0.',
    '0.07 is not a multiple of 0.05.',
  ];
  const rows = [{ code: 'ab1' }, { price: 0 }, { price: 0.07 }];
  const csv = await ada.uploaded(id, 'code,price\nab1,1\nAB1,0\nAB1,0.07\n', 'text/csv');
  const json = await ada.uploaded(id, JSON.stringify(rows), 'application/json');
  for (const job of [csv, json])
    expect(job).toMatchObject({
      status: 'failed',
      errors: { rows: errors.map((each) => ({ message: expect.stringContaining(each) as string })) },
    });
  for (const [i, data] of rows.entries()) {
    const answer = await ada.send('POST', '/api/records/ingest/', [{ schema: url, data }]);
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining(JSON.stringify(errors[i]).slice(1, -1)),
    ]);
  }
  expect(await ada.uploaded(id, 'code,price\nAB1,0.05\n,1.50\n', 'text/csv')).toMatchObject({
    status: 'complete',
    processed: 2,
  });
  const found = await ada.search({ schema: id, filters: [{ label: 'price', value: '0~0.05' }] });
  expect((await ada.decrypt(found.records)).map(({ data }) => data)).toEqual([{ code: 'AB1', price: 0.05 }]);
});

test('a schema of an earlier version is readable, and its enforceable limits apply to new rows', async () => {
  const { id } = await world.schemaOf({ type: 'object', properties: { code: { type: 'string' } } });
  await service.database.update(schemas).set({ definition: unkept }).where(eq(schemas.id, id));
  const read = await ada.send('GET', `/api/schemas/${id}/`);
  expect(Schema.parse(await read.json()).schema).toEqual(unkept);
  expect(await ada.uploaded(id, 'code\ny\n', 'text/csv')).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('must have at least 2 characters, has 1.') as string,
  });
  expect(await ada.uploaded(id, 'code\nxx\n', 'text/csv')).toMatchObject({ status: 'complete' });
  const found = await ada.search({ schema: id, filters: [] });
  expect((await ada.decrypt(found.records)).map(({ data }) => data)).toEqual([{ code: 'xx' }]);
  const renamed = await ada.send('PATCH', `/api/schemas/${id}/`, { name: 'Renamed' });
  expect(renamed.status).toBe(200);
});
