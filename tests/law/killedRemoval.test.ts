/**
 * Kills a program while an upload is deleted, as a power cut would: in the end exactly this upload is deleted.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JsonSchema } from '@cloakroom/contract/fields.ts';
import { Upload } from '@cloakroom/contract/uploads.ts';
import { ensureAccount, makeSchema, type Client } from '#tools/client.ts';
import { waitUntilOk, freePorts, startStack, type Stack } from '#tools/stack.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { stored } from './support/stored.ts';
import { kill, victims } from './support/victims.ts';

/** `npm run kills` sets it to 20. */
const points = Number(process.env.KILL_POINTS ?? 1);
/** Two batches of the service, so that a program can be killed between them. */
const count = 12_000;
const account = { email: 'removal@example.org', password: 'a long enough password' };
const definition = JsonSchema.parse({
  type: 'object',
  properties: { number: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
  required: ['number'],
});
const csv = ['number', ...Array.from({ length: count }, (_, i) => i)].join('\n');

const dataDir = await temporaryFolder();
let stack: Stack;
let database: { dataDir: string; port: number };
let person: Client;
/** The time from the call to the removal of the last row if no program is killed. */
let undisturbedMs: number;
/** The number of remaining rows at each kill. */
const outcomes: string[] = [];

beforeAll(async () => {
  const ports = await freePorts();
  database = { dataDir, port: ports.databasePort ?? 0 };
  stack = await startStack({ dataDir, ...ports, quiet: true, restarts: 60 });
  const names = { first_name: 'Rae', last_name: 'Removed', organization_name: 'Hardy' };
  person = await ensureAccount(stack, account, names);
  const { schema, first } = await twoUploads('Undisturbed');
  const started = performance.now();
  await remove(schema, first);
  await untilRemoved(schema, first);
  undisturbedMs = performance.now() - started;
}, 120_000);

afterAll(async () => {
  await stack.stop();
  if (points > 2) console.log(outcomes.sort().join('\n'));
});

/**
 * Uploads the same rows twice into a new schema.
 * @returns the schema and the first upload.
 */
async function twoUploads(name: string): Promise<{ schema: string; first: string }> {
  const { schema } = await makeSchema(person, { dataset: name, schema: name }, definition);
  const { upload: first = '' } = await person.upload(schema.id, csv, 'text/csv');
  await person.upload(schema.id, csv, 'text/csv');
  return { schema: schema.id, first };
}

const pathOf = (schema: string, upload: string) => `/api/uploads/${upload}/?schema=${schema}`;
const remove = (schema: string, upload: string) => person.send('DELETE', pathOf(schema, upload));

/** Repeats a call while a program is down. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await ask();
    } catch (error) {
      if (tries === 200) throw error;
      await sleep(100);
    }
}

async function untilRemoved(schema: string, upload: string): Promise<void> {
  const remainingRows = async () => {
    const answer = await answered(() => person.send('GET', pathOf(schema, upload)));
    return Upload.parse(await answer.json()).removing;
  };
  while ((await remainingRows()) > 0) await sleep(20);
}

describe.each(victims)('the %s killed', (victim) => {
  test.each(Array.from({ length: points }, (_, i) => Math.round(((i + 0.5) / points) * 100)))(
    'at %i percent of a deletion: in the end the upload is deleted, and the other one is complete',
    async (percent) => {
      const { schema, first } = await twoUploads(`${victim} ${percent}`);
      const removing = remove(schema, first).then(
        ({ status }) => status,
        () => null,
      );
      await sleep((percent / 100) * undisturbedMs);
      const before = await stored(database, schema).catch(() => null);
      kill(stack, victim);
      outcomes.push(
        `${victim} killed with ${before?.records ?? 'unknown'} rows left, answer ${await removing}`,
      );
      await waitUntilOk(`${stack.url}/api/status/`);
      await waitUntilOk(`${stack.url}/api/health/`);

      await answered(() => remove(schema, first));
      await untilRemoved(schema, first);
      expect((await answered(() => stored(database, schema))).records).toBe(count);
      const body = JSON.stringify({ schema, filters: [{ label: 'number', value: 'sum()' }] });
      const sum = await answered(() => person.send('POST', '/api/records/search/', body));
      expect(await sum.json()).toEqual([{ data: { value: (count * (count - 1)) / 2 } }]);
    },
    180_000,
  );
});
