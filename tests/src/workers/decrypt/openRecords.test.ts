import { afterEach, expect, test, vi } from 'vitest';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import { openRecords } from '#src/workers/decrypt/openRecords.ts';
import { fakeServer } from '../../support/fakeServer.ts';
import { sealed } from '../../support/records.ts';

afterEach(() => vi.unstubAllGlobals());

const many = Array.from({ length: 230 }, (_, number) => ({ ...sealed[0]!, id: `r${number}` }));
const open = (records: unknown) =>
  (records as SealedRecord[]).map(({ id, schema }) => ({ id, schema, data: {} }));

test('records are opened a hundred at a time, in order', async () => {
  const asked = fakeServer({ 'POST /api/records/decrypt/': ({ body }) => ({ body: open(body) }) });
  const answer = await openRecords(many);
  expect(answer.map(({ id }) => id)).toEqual(many.map(({ id }) => id));
  expect(asked('POST /api/records/decrypt/').map(({ body }) => (body as unknown[]).length)).toEqual([
    100, 100, 30,
  ]);
});

test('an answer that leaves a record out is not taken for the whole page', async () => {
  fakeServer({ 'POST /api/records/decrypt/': ({ body }) => ({ body: open(body).slice(1) }) });
  await expect(openRecords(many.slice(0, 3))).rejects.toMatchObject({ status: 404 });
});

test('the tag of a record’s fields goes along, and the names of all fields where only some values do', async () => {
  const asked = fakeServer({ 'POST /api/records/decrypt/': ({ body }) => ({ body: open(body) }) });
  const [record] = many;
  await openRecords([{ ...record!, field_set: 'ab'.repeat(16), fields: ['name', 'note'] }, record!]);
  expect(asked('POST /api/records/decrypt/')[0]!.body).toMatchObject([
    { field_set: 'ab'.repeat(16), fields: ['name', 'note'] },
    { id: record!.id },
  ]);
});
