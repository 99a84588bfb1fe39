/** The command line with the real service: each exit code in a separate process, the rest in this one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Dataset } from '@cloakroom/contract/datasets.ts';
import { Organization } from '@cloakroom/contract/organizations.ts';
import { DecryptedRecord, SealedRecord } from '@cloakroom/contract/records.ts';
import { Schema } from '@cloakroom/contract/schemas.ts';
import { Upload } from '@cloakroom/contract/uploads.ts';
import type { Outcome } from '@cloakroom/proxy/commands/commandLine.ts';
import { startCommandLine } from './support/commandLine.ts';

const definition = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0, maximum: 130 } },
  required: ['name'],
};

const line = await startCommandLine();
const { world, environment, cloakroom, reply, file } = line;
const { proxy, owner: ada } = world;
let schema: Schema;

/** Runs one command as a program, and waits for its end. */
async function program(words: string[], more: NodeJS.ProcessEnv): Promise<Outcome> {
  const child = spawn(process.execPath, ['packages/proxy/bin/cloakroom.mjs', ...words], {
    env: environment(more),
  });
  child.stdin.end();
  const [output, errorText, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ]);
  return { code, output, errorText };
}

afterAll(() => line.close());

test('makes, finds and opens a dataset, a schema and records without the console', async () => {
  const [organization] = await reply(z.array(Organization), ['organization', 'list']);
  expect(organization?.id).toBe(ada.organization.id);

  const dataset = await reply(Dataset, ['dataset', 'create', 'Patients', '--description', 'Of the ward']);
  schema = await reply(
    Schema,
    ['schema', 'create', 'People', '--dataset', dataset.id, '--definition', '-'],
    JSON.stringify(definition),
  );
  expect(schema).toMatchObject({ name: 'People', dataset: dataset.url });

  const people = await file('people.csv', 'name,age\nAda,36\nGrace,85\nAlan,41\n');
  const job = await reply(z.looseObject({ status: z.string(), processed: z.number() }), [
    ...['record', 'create', people, '--schema', schema.id],
  ]);
  expect(job).toMatchObject({ status: 'complete', processed: 3 });

  const words = ['--schema', schema.id, '--filter', 'age>=40', '--order-by', 'age', '--limit', '1000'];
  const found = await reply(z.array(SealedRecord), ['record', 'search', ...words]);
  expect(found).toHaveLength(2);
  const piped = await cloakroom(['record', 'decrypt', '-'], JSON.stringify(found));
  expect(piped).toMatchObject({ code: 0, errorText: '' });
  const opened = z.array(DecryptedRecord).parse(JSON.parse(piped.output));
  expect(opened.map(({ data }) => data)).toEqual([
    { name: 'Alan', age: 41 },
    { name: 'Grace', age: 85 },
  ]);
  expect(await reply(z.array(DecryptedRecord), ['record', 'decrypt', ...words])).toEqual(opened);
  const sum = await reply(z.unknown(), [
    'record',
    'search',
    '--schema',
    schema.id,
    '--filter',
    'age=sum(>40)',
  ]);
  expect(sum).toEqual([{ data: { value: 126 } }]);
}, 120_000);

test('starts its own proxy with the keys of its folder if none is running', async () => {
  const { code, output, errorText } = await program(
    ['record', 'list', '--schema', schema.id, '--limit', '2'],
    { PROXY_PORT: '1', DATA_DIR: proxy.dataDir },
  );
  expect({ code, errorText }).toEqual({ code: 0, errorText: '' });
  expect(z.array(SealedRecord).parse(JSON.parse(output))).toHaveLength(2);
}, 120_000);

test('finds an upload, and deletes it once that is confirmed', async () => {
  const path = await file('twice.csv', 'name,age\nAda,36\nGrace,85\n');
  await reply(z.unknown(), ['record', 'create', path, '--schema', schema.id]);
  const uploads = () => reply(z.array(Upload), ['upload', 'list', '--schema', schema.id]);
  const [newest, older] = await uploads();
  expect([newest?.records, older?.records]).toEqual([2, 3]);
  const words = ['upload', 'delete', newest!.id, '--schema', schema.id];
  expect(await cloakroom(words)).toEqual({
    code: 2,
    output: '',
    errorText: 'This deletes 2 records for everyone and can’t be undone. Add --yes to do it.',
  });
  expect(await uploads()).toHaveLength(2);
  const deleted = await reply(z.unknown(), [...words, '--yes']);
  expect(deleted).toEqual({ id: newest!.id, deleted: 2 });
  expect((await uploads()).map(({ id, records }) => [id, records])).toEqual([[older!.id, 3]]);
  const unknown = ['upload', 'delete', '00'.repeat(12), '--schema', schema.id, '--yes'];
  expect(await cloakroom(unknown)).toMatchObject({ code: 1, errorText: '404 Not Found: Upload not found' });
});

test('an importer that names everything by slugs makes it once, also when it runs twice', async () => {
  const slug = ada.organization.slug;
  const schemaFile = await file('lab.schema.json', JSON.stringify(definition));
  const records = await file(
    'lab.json',
    JSON.stringify([{ data: { name: 'Ada', age: 36 } }, { name: 'Grace, H.', age: 85 }]),
  );
  const named = ['--organization', slug, '--dataset', 'lab-2026'];
  const makeDataset = ['dataset', 'create', '--organization', slug, '--name', 'Lab', '--slug', 'lab-2026'];
  const makeSchema = [
    'schema',
    'create',
    ...named,
    '--name',
    'Visits',
    '--slug',
    'visits',
    '--file',
    schemaFile,
  ];
  const target = [...named, '--schema', 'visits'];
  expect(await reply(Dataset, makeDataset)).toMatchObject({ name: 'Lab', slug: 'lab-2026' });
  expect(await reply(Schema, makeSchema)).toMatchObject({ name: 'Visits', slug: 'visits' });
  for (const again of [makeDataset, makeSchema])
    expect(await cloakroom(again)).toMatchObject({
      code: 1,
      output: '',
      errorText: expect.stringMatching(/^409 Conflict: .* already exists/) as string,
    });
  const stored = await reply(z.looseObject({}), ['record', 'create', ...target, '--file', records]);
  expect(stored).toMatchObject({ status: 'complete', count: 2 });
  const equalsForm = target
    .map((word, at) => (at % 2 === 0 ? `${word}=${target[at + 1]}` : ''))
    .filter(Boolean);
  const list = ['record', 'list', ...equalsForm, '--limit=10', '--offset=0'];
  expect(await reply(z.array(SealedRecord), list)).toHaveLength(2);
  const found = await reply(z.array(DecryptedRecord), [
    ...list,
    '--filter',
    'name:Grace, H.,age:85',
    '--decrypt',
  ]);
  expect(found.map(({ data }) => data)).toEqual([{ name: 'Grace, H.', age: 85 }]);
  expect(await reply(Schema, ['schema', 'show', 'visits', ...named])).toMatchObject({ slug: 'visits' });

  expect(await cloakroom(['dataset', 'delete', 'lab-2026'])).toMatchObject({
    code: 1,
    errorText: expect.stringMatching(/^409 Conflict: The dataset "Lab" still holds schemas/) as string,
  });
  expect(await reply(z.unknown(), ['schema', 'delete', 'visits', ...named, '--with-records'])).toMatchObject({
    deleted: true,
  });
  expect(await reply(z.unknown(), ['dataset', 'delete', 'lab-2026'])).toMatchObject({ deleted: true });
}, 120_000);

test('a name without a slug is refused if it is taken, instead of made again', async () => {
  await reply(Dataset, ['dataset', 'create', 'Once']);
  const again = await cloakroom(['dataset', 'create', 'Once']);
  expect(again).toEqual({
    code: 1,
    output: '',
    errorText:
      '409 Conflict: A dataset named "Once" already exists. Choose another name, or a slug with --slug.',
  });
});

test('prints the usage of a command, a noun or everything when it is asked for help', async () => {
  const help = async (...words: string[]) => {
    const { code, output, errorText } = await cloakroom([...words, '--help']);
    expect({ code, errorText }).toEqual({ code: 0, errorText: '' });
    return output.split('\n');
  };
  expect(await help('dataset', 'list')).toEqual([
    'Usage: cloakroom dataset list [--organization <id or slug>]',
  ]);
  expect(await help('dataset')).toHaveLength(4);
  expect((await help()).length).toBeGreaterThan(10);
});

test('names bad rows line by line, and stores nothing', async () => {
  const path = await file('bad.csv', 'name,age\nAda,36\nGrace,200\n');
  const { code, output, errorText } = await cloakroom(['record', 'create', path, '--schema', schema.id]);
  expect({ code, output }).toEqual({ code: 1, output: '' });
  expect(errorText).toMatch(/^400 Bad Request: /);
  expect(errorText).toContain('3: age: ');
});

test.each([
  [['record', 'search', '--schema', 'SCHEMA', '--filter', 'weight=3'], 2, 'The fields are '],
  [['record', 'search'], 2, '--schema is missing.'],
  [['record', 'fetch'], 2, 'Usage: cloakroom record create'],
  [['none'], 2, 'Usage: cloakroom login'],
  [['record', 'list', '--schema', 'people'], 2, '--dataset is missing: "people" is not an id'],
  [['dataset', 'delete', 'unknown'], 1, '404 Not Found: '],
  [['record', 'create', 'nowhere.csv', '--schema', 'SCHEMA'], 1, 'nowhere.csv'],
])('%j ends with %i and says: %s', async (words, exit, sentence) => {
  const { code, output, errorText } = await cloakroom(
    words.map((word) => (word === 'SCHEMA' ? schema.id : word)),
  );
  expect({ code, output }).toEqual({ code: exit, output: '' });
  expect(errorText).toContain(sentence);
});

test('refuses a wrong password with a message', async () => {
  const wrong = await program(['organization', 'list'], { CLOAKROOM_PASSWORD: 'wrong' });
  expect(wrong).toMatchObject({
    code: 1,
    output: '',
    errorText: expect.stringMatching(/^401 Unauthorized: [A-Z]/) as string,
  });
  const none = await program(['organization', 'list'], { CLOAKROOM_PASSWORD: '' });
  expect(none).toMatchObject({
    code: 2,
    output: '',
    errorText: expect.stringContaining('CLOAKROOM_PASSWORD') as string,
  });
}, 120_000);
