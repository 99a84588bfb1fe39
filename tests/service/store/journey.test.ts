/** The real programs on a folder or an object store: an upload, searches, a deletion, a killed service, and a move. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { JsonSchema } from '@cloakroom/contract/fields.ts';
import { DecryptedRecord, SealedRecord } from '@cloakroom/contract/records.ts';
import { z } from 'zod';
import { ensureAccount, makeSchema } from '#tools/client.ts';
import { freePorts, startStack, waitUntilOk, type Stack } from '#tools/stack.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { createEmptyStore, objectKinds, type EmptyStore } from './storeKinds.ts';

const count = 5_000;
/** Of what waits for programs that are started again. */
const busyTimeout = { timeout: 120_000 };
const definition = JsonSchema.parse({
  type: 'object',
  properties: { name: { type: 'string' }, number: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
  required: ['name', 'number'],
});
const csv = ['name,number', ...Array.from({ length: count }, (_, i) => `name ${i % 100},${i}`)].join('\n');

let stack: Stack | undefined;
const stores: EmptyStore[] = [];
afterEach(async () => {
  await stack?.stop();
  for (const { remove } of stores.splice(0)) await remove();
});

describe.each(objectKinds)('the programs on a store in %s', (kind) => {
  test('store, search, decrypt, delete and move exactly, although the service is killed between objects and rows', async () => {
    const [first, second] = [await createEmptyStore(kind), await createEmptyStore(kind)];
    stores.push(first, second);
    const dataDir = await temporaryFolder();
    const ports = await freePorts();
    const running = await startStack({
      dataDir,
      ...ports,
      quiet: true,
      restarts: 60,
      env: { STORE_URL: first.url },
    });
    stack = running;
    const password = readFileSync(join(dataDir, 'database-password'), 'utf8').trim();
    const databaseUrl = `postgres://cloakroom:${encodeURIComponent(password)}@127.0.0.1:${ports.databasePort}/cloakroom`;
    const query = async (text: string) => {
      const client = new pg.Client(databaseUrl);
      await client.connect();
      return client.query<{ count: number }>(text).finally(() => client.end());
    };
    const countOf = async (from: string) =>
      (await query(`select count(*)::int as count from ${from}`)).rows[0]!.count;
    const account = { email: 'journey@example.org', password: 'a long enough password' };
    const person = await ensureAccount(running, account, {
      first_name: 'Jo',
      last_name: 'Urney',
      organization_name: 'Way',
    });
    const { schema } = await makeSchema(person, { dataset: 'Journey', schema: 'Journey' }, definition);
    const search = async (label: string, value: string) => {
      const body = JSON.stringify({ schema: schema.id, filters: [{ label, value }] });
      return person.send('POST', '/api/records/search/', body);
    };
    const sum = async () => (await search('number', 'sum(>=0)')).json();

    // The service waits for the table after it has written the objects.
    const holder = new pg.Client(databaseUrl);
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table stored_objects in share row exclusive mode');
    const uploading = person.upload(schema.id, csv, 'text/csv').catch((error: unknown) => error);
    const waiting = `pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into "stored_objects"%'`;
    await expect.poll(() => countOf(waiting), busyTimeout).toBe(1);
    expect(await countOf('stored_objects')).toBe(0);
    running.service.kill('SIGKILL');
    await holder.end();
    await waitUntilOk(`${running.url}/api/status/`);
    expect(await uploading).toMatchObject({ status: 'complete' });
    expect(await countOf('stored_objects')).toBe(2);
    expect((await countOf('blocks')) + (await countOf('record_groups'))).toBe(0);
    expect(await sum()).toEqual([{ data: { value: (count * (count - 1)) / 2 } }]);

    const found = await search('name', 'name 7');
    expect(Number(found.headers.get('x-total-count'))).toBe(count / 100);
    const sealed = z.array(SealedRecord).parse(await found.json());
    const decrypt = async () =>
      z
        .array(DecryptedRecord)
        .parse(
          await (await person.send('POST', '/api/records/decrypt/', JSON.stringify(sealed.slice(1)))).json(),
        );
    expect((await decrypt())[0]!.data).toMatchObject({ name: 'name 7' });
    expect((await person.send('DELETE', `/api/records/${sealed[0]!.id}/`)).ok).toBe(true);
    const deletedNumber = 7;
    const left = (count * (count - 1)) / 2 - deletedNumber;
    expect(await sum()).toEqual([{ data: { value: left } }]);
    await expect.poll(() => countOf('stale_groups'), busyTimeout).toBe(0);
    expect(await countOf('record_groups')).toBe(1);

    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, STORE_URL: first.url };
    const args = ['--import', 'tsx', 'tools/store.ts', 'move', '--to', second.url];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env, timeout: 120_000 });
    expect(stdout).toMatch(/^Moved and verified 2 objects, /);
    expect(stdout).toContain(`${first.url}: 0 objects`);
    expect(await sum()).toEqual([{ data: { value: left } }]);
    expect((await decrypt())[0]!.data).toMatchObject({ name: 'name 7' });
  }, 600_000);
});
