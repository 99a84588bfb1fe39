import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ensureAccount, makeSchema } from '#tools/client.ts';
import { freePorts, startStack, type Stack } from '#tools/stack.ts';
import { tap, type Tap } from '#tests/support/tap.ts';
import { tracesBelow, tracesIn } from '#tests/support/traces.ts';

const account = { email: 'canary@example.org', password: 'a long enough password' };
const definition = {
  type: 'object' as const,
  properties: { token: { type: 'string' }, number: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
  required: ['token', 'number'],
};
/** Begins every value of this run and nothing else in any file. */
const mark = `canary-${randomBytes(12).toString('base64url')}`;
const tokens = Array.from({ length: 1000 }, () => `${mark}-${randomBytes(16).toString('base64url')}-Ω`);

const Sealed = z.array(
  z.object({ id: z.string(), schema: z.string(), data: z.record(z.string(), z.string()) }),
);

let dataDir: string;
let stack: Stack;
let upstream: Tap;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cloakroom-canary-'));
  chmodSync(dataDir, 0o755);
  const ports = await freePorts();
  upstream = await tap(ports.servicePort);
  stack = await startStack({
    dataDir,
    ...ports,
    quiet: true,
    upstream: `http://127.0.0.1:${upstream.port}`,
  });
});

afterAll(async () => {
  await stack.stop();
  await upstream.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a thousand values are uploaded, found and read, and the service never holds one of them', async () => {
  const person = await ensureAccount(stack.url, account, {
    first_name: 'Ca',
    last_name: 'Nary',
    organization_name: 'Aviary',
  });
  const { schema } = await makeSchema(person, { dataset: 'Birds', schema: 'Canaries' }, definition);

  const csv = ['token,number', ...tokens.map((token, i) => `${token},${i}`)].join('\n');
  const job = await person.upload(schema.id, csv, 'text/csv');
  expect(job).toMatchObject({ status: 'complete', processed: 1000, total: 1000 });

  const read: string[] = [];
  for (const [i, token] of tokens.entries()) {
    const by = i % 2 === 0 ? { label: 'token', value: token } : { label: 'number', value: String(i) };
    const found = await person.send(
      'POST',
      '/api/records/search/',
      JSON.stringify({ schema: schema.id, filters: [by] }),
    );
    const [record] = Sealed.parse(await found.json());
    const opened = await person.send('POST', '/api/records/decrypt/', JSON.stringify([record]));
    const [plain] = z.array(z.object({ data: z.object({ token: z.string() }) })).parse(await opened.json());
    read.push(plain?.data.token ?? '');
  }
  expect(read).toEqual(tokens);

  expect(existsSync(join(dataDir, 'postgres', 'PG_VERSION')), 'the database lies in the data folder').toBe(
    true,
  );
  expect(existsSync(join(dataDir, 'postgres', 'PG_VERSION')), 'the database lies here').toBe(true);
  expect(tracesBelow(dataDir, mark), 'in the database, the logs, the spool, the keyrings').toEqual([]);
  expect(tracesIn(upstream.heard(), mark), 'on the wire to the service').toEqual([]);
  expect(upstream.heard().length).toBeGreaterThan(100_000);
}, 180_000);

test('the search for traces would have found them', () => {
  const [token = ''] = tokens;
  const soups = [
    `x${token}y`,
    Buffer.from(`ab${token}`).toString('base64url'),
    Buffer.from(token).toString('hex'),
  ];
  for (const soup of soups) expect(tracesIn(Buffer.from(soup), mark)).not.toEqual([]);
});
