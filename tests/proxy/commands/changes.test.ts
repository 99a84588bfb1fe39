/** Changing datasets and schemas, and single records, on the command line. */
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Dataset } from '@cloakroom/contract/datasets.ts';
import { DecryptedRecord, SealedRecord } from '@cloakroom/contract/records.ts';
import { Schema } from '@cloakroom/contract/schemas.ts';
import { startCommandLine } from './support/commandLine.ts';

const line = await startCommandLine();
const { cloakroom, reply, file, folder } = line;
afterAll(() => line.close());

const definition = (...fields: string[]) =>
  JSON.stringify({
    type: 'object',
    properties: Object.fromEntries(fields.map((name) => [name, { type: 'string' }])),
  });
const dataset = await reply(Dataset, ['dataset', 'create', 'Ward 7']);
const create = ['schema', 'create', 'People', '--dataset', dataset.id, '--file', '-'];
const schema = await reply(Schema, create, definition('name'));

test('renames and describes a dataset and a schema, by id, slug or URL', async () => {
  expect(await reply(Dataset, ['dataset', 'update', dataset.slug, '--name', 'Ward 8'])).toMatchObject({
    id: dataset.id,
    name: 'Ward 8',
  });
  const described = ['schema', 'update', schema.url, '--description', 'Of the ward'];
  expect(await reply(Schema, described)).toMatchObject({ name: 'People', description: 'Of the ward' });
  const named = ['schema', 'update', schema.slug, '--dataset', dataset.id, '--name', 'Patients'];
  expect(await reply(Schema, named)).toMatchObject({ name: 'Patients', description: 'Of the ward' });
});

test('changes the definition, with records only in compatible ways', async () => {
  const update = ['schema', 'update', schema.id, '--file', '-'];
  const { schema: changed } = await reply(Schema, update, definition('name', 'city'));
  expect(Object.keys(changed.properties)).toEqual(['name', 'city']);
  const people = await file('people.csv', 'name,city\nAda,London\nGrace,Arlington\nAlan,London\n');
  await reply(z.unknown(), ['upload', people, '--schema', schema.id]);
  const late = await cloakroom(update, definition('name'));
  expect(late).toMatchObject({ code: 1, errorText: expect.stringMatching(/^409 Conflict: /) as string });
});

test('upload names a missing file, and "upload list" and "upload delete" stay commands', async () => {
  expect(await cloakroom(['upload', join(folder, 'nowhere.csv'), '--schema', schema.id])).toMatchObject({
    code: 1,
    errorText: expect.stringContaining('nowhere.csv') as string,
  });
  expect(await reply(z.array(z.unknown()), ['upload', 'list', '--schema', schema.id])).toHaveLength(1);
});

test('gets one record by id or URL, sealed or decrypted', async () => {
  const [ada] = await reply(z.array(SealedRecord), ['record', 'list', '--schema', schema.id, '--limit', '1']);
  expect(await reply(SealedRecord, ['record', 'get', ada!.id])).toEqual(ada);
  const opened = await reply(DecryptedRecord, ['record', 'get', ada!.url, '--decrypt']);
  expect(opened).toMatchObject({ id: ada!.id, data: { name: 'Ada', city: 'London' } });
  expect(await cloakroom(['record', 'get', schema.id])).toMatchObject({
    code: 1,
    errorText: expect.stringMatching(/^404 Not Found: /) as string,
  });
});

test('changes some or all values of a record, and only the named version', async () => {
  const list = ['record', 'list', '--schema', schema.id, '--decrypt'];
  const [{ id } = { id: '' }] = await reply(z.array(DecryptedRecord), list);
  const update = ['record', 'update', id, '--data'];
  const moved = await reply(SealedRecord, [...update, '{"city": "Paris"}', '--if-match', id]);
  const get = ['record', 'get', id, '--decrypt'];
  expect((await reply(DecryptedRecord, get)).data).toEqual({ name: 'Ada', city: 'Paris' });
  expect(await cloakroom([...update, '{"city": "Rome"}', '--if-match', id])).toMatchObject({
    code: 1,
    errorText: expect.stringMatching(/^412 Precondition Failed: The record was changed/) as string,
  });
  await reply(
    SealedRecord,
    [...update, '-', '--replace', '--if-match', moved.version!],
    '{"name": "Ada L."}',
  );
  expect((await reply(DecryptedRecord, get)).data).toEqual({ name: 'Ada L.' });
  expect(await cloakroom([...update, '{"name": 7}'])).toMatchObject({
    code: 1,
    errorText: expect.stringMatching(/^400 Bad Request: data: name/) as string,
  });
  expect((await cloakroom([...update, '[1]'])).code).toBe(2);
});

test('deletes several records once that is confirmed', async () => {
  const list = ['record', 'list', '--schema', schema.id];
  const ids = (await reply(z.array(SealedRecord), list)).map(({ id }) => id);
  const [first, second, third] = ids;
  expect(await cloakroom(['record', 'delete', first!, second!])).toEqual({
    code: 2,
    output: '',
    errorText: 'This deletes these 2 records for everyone and can’t be undone. Add --yes to do it.',
  });
  const words = ['record', 'delete', first!, second!, '--yes'];
  expect(await reply(z.unknown(), words)).toEqual({ ids: [first, second], deleted: 2 });
  expect((await reply(z.array(SealedRecord), list)).map(({ id }) => id)).toEqual([third]);
  expect(await cloakroom(words)).toMatchObject({
    code: 1,
    errorText: expect.stringMatching(/^404 Not Found: /) as string,
  });
});

test.each([
  [['dataset', 'update', 'ward-7'], 'There is nothing to change. Give one of --name and --description.'],
  [['schema', 'update', schema.id], 'There is nothing to change. Give one of --name, --description and --file.'], // prettier-ignore
  [['schema', 'update'], 'Name one schema.'],
  [['record', 'get', 'ada'], '"ada" is neither the id nor the URL of a record.'],
  [['record', 'delete', '--yes'], 'Name at least one record.'],
])('%j is not understood: %s', async (words, sentence) => {
  expect(await cloakroom(words)).toEqual({ code: 2, output: '', errorText: sentence });
});
