import { expect, test } from 'vitest';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import { openRecords } from '#src/workers/decrypt/openRecords.ts';
import { fakeServer } from '../../support/fakeServer.ts';
import { sealed } from '../../support/records.ts';

const many = Array.from({ length: 230 }, (_, number) => ({ ...sealed[0]!, id: `r${number}` }));
const open = (records: unknown) =>
  (records as SealedRecord[]).map(({ id, schema }) => ({ id, schema, data: {} }));

test('records are decrypted in batches of a hundred, in order', async () => {
  const asked = fakeServer({ 'POST /api/records/decrypt/': ({ body }) => ({ body: open(body) }) });
  const answer = await openRecords(many);
  expect(answer.map(({ id }) => id)).toEqual(many.map(({ id }) => id));
  expect(asked('POST /api/records/decrypt/').map(({ body }) => (body as unknown[]).length)).toEqual([
    100, 100, 30,
  ]);
});

test('rejects a response that lacks a record', async () => {
  fakeServer({ 'POST /api/records/decrypt/': ({ body }) => ({ body: open(body).slice(1) }) });
  await expect(openRecords(many.slice(0, 3))).rejects.toMatchObject({ status: 404 });
});

test('a record is sent with its field set, and the names of all fields if only some values are sent', async () => {
  const asked = fakeServer({ 'POST /api/records/decrypt/': ({ body }) => ({ body: open(body) }) });
  const [record] = many;
  await openRecords([{ ...record!, field_set: 'ab'.repeat(16), fields: ['name', 'note'] }, record!]);
  expect(asked('POST /api/records/decrypt/')[0]!.body).toMatchObject([
    { field_set: 'ab'.repeat(16), fields: ['name', 'note'] },
    { id: record!.id },
  ]);
});
