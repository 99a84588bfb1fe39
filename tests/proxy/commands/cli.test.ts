/** The command line before the real service: each exit code as a program of its own, the rest in this process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Dataset } from '@cloakroom/contract/datasets.ts';
import { Organization } from '@cloakroom/contract/organizations.ts';
import { DecryptedRecord, SealedRecord } from '@cloakroom/contract/records.ts';
import { Schema } from '@cloakroom/contract/schemas.ts';
import { Upload } from '@cloakroom/contract/uploads.ts';
import { runCommandLine, type Outcome } from '@cloakroom/proxy/commands/commandLine.ts';
import { startAda } from '../support/ada.ts';
import { password } from '#tests/service/support/people.ts';

const definition = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0, maximum: 130 } },
  required: ['name'],
};

const world = await startAda();
const { service, proxy, owner: ada } = world;
const folder = await mkdtemp(join(tmpdir(), 'cloakroom-cli-'));
let schema: Schema;

const environment = (more: NodeJS.ProcessEnv = {}) => ({
  ...process.env,
  CLOAKROOM_EMAIL: ada.user.email,
  CLOAKROOM_PASSWORD: password,
  PROXY_PORT: new URL(proxy.url).port,
  UPSTREAM: service.url,
  DATA_DIR: join(folder, 'data'),
  ...more,
});

/** Runs one command. */
const cloakroom = (words: string[], input = '') =>
  runCommandLine({ words, environment: environment(), input: Readable.from([Buffer.from(input)]) });

/** Runs one command as a program, and waits for its end. */
async function program(words: string[], more: NodeJS.ProcessEnv): Promise<Outcome> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'packages/proxy/cli.ts', ...words], {
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

/** Runs one command that must succeed, and parses its output. */
async function reply<T extends z.ZodType>(shape: T, words: string[], input = ''): Promise<z.output<T>> {
  const { code, output, errorText } = await cloakroom(words, input);
  if (code !== 0) throw new Error(errorText);
  return shape.parse(JSON.parse(output));
}

const file = async (name: string, content: string) => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};

afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

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
    errorText: 'This deletes 2 records for everyone and can’t be undone. Add --yes to delete them.',
  });
  expect(await uploads()).toHaveLength(2);
  const deleted = await reply(z.unknown(), [...words, '--yes']);
  expect(deleted).toEqual({ id: newest!.id, deleted: 2 });
  expect((await uploads()).map(({ id, records }) => [id, records])).toEqual([[older!.id, 3]]);
  const unknown = ['upload', 'delete', '00'.repeat(12), '--schema', schema.id, '--yes'];
  expect(await cloakroom(unknown)).toMatchObject({ code: 1, errorText: 'Upload not found' });
});

test('names bad rows line by line, and stores nothing', async () => {
  const path = await file('bad.csv', 'name,age\nAda,36\nGrace,200\n');
  const { code, output, errorText } = await cloakroom(['record', 'create', path, '--schema', schema.id]);
  expect({ code, output }).toEqual({ code: 1, output: '' });
  expect(errorText).toContain('3: age: ');
});

test.each([
  [['record', 'search', '--schema', 'SCHEMA', '--filter', 'weight=3'], 2, 'The fields are '],
  [['record', 'search'], 2, '--schema is missing.'],
  [['record', 'fetch'], 2, 'Usage: npm run -s proxy -- keyring show'],
  [['record', 'create', 'nowhere.csv', '--schema', 'SCHEMA'], 1, 'nowhere.csv'],
  [['record', 'list', '--schema', 'nobodys'], 1, 'schema: is not an id'],
])('%j ends with %i and says: %s', async (words, exit, sentence) => {
  const { code, output, errorText } = await cloakroom(
    words.map((word) => (word === 'SCHEMA' ? schema.id : word)),
  );
  expect({ code, output }).toEqual({ code: exit, output: '' });
  expect(errorText).toContain(sentence);
});

test('refuses a wrong password with a message', async () => {
  const wrong = await program(['organization', 'list'], { CLOAKROOM_PASSWORD: 'wrong' });
  expect(wrong).toMatchObject({ code: 1, output: '', errorText: expect.stringMatching(/^[A-Z]/) as string });
  const none = await program(['organization', 'list'], { CLOAKROOM_PASSWORD: '' });
  expect(none).toMatchObject({
    code: 2,
    output: '',
    errorText: expect.stringContaining('CLOAKROOM_PASSWORD') as string,
  });
}, 120_000);
