import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ensureAccount, makeSchema } from '#tools/client.ts';
import { freePorts, startStack, type Stack } from '#tools/stack.ts';
import { tap, type Tap } from '#tests/support/tap.ts';
import { tracesBelow, tracesIn } from '#tests/support/traces.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const account = { email: 'canary@example.org', password: 'a long enough password' };
const definition = {
  type: 'object' as const,
  properties: { token: { type: 'string' }, number: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
  required: ['token', 'number'],
};
/** The beginning of every value of this run; it occurs nowhere else. */
const marker = `canary-${randomBytes(12).toString('base64url')}`;
const tokens = Array.from({ length: 1000 }, () => `${marker}-${randomBytes(16).toString('base64url')}-Ω`);

const Sealed = z.array(
  z.looseObject({ id: z.string(), schema: z.string(), data: z.record(z.string(), z.string()) }),
);
const Opened = z.array(z.object({ data: z.object({ token: z.string() }) }));

const dataDir = await temporaryFolder();
let stack: Stack;
let upstream: Tap;

beforeAll(async () => {
  const ports = await freePorts();
  upstream = await tap(ports.servicePort);
  stack = await startStack({
    dataDir,
    ...ports,
    quiet: true,
    upstream: `http://127.0.0.1:${upstream.port}`,
  });
}, 120_000);

afterAll(async () => {
  await stack.stop();
  await upstream.close();
});

test('a thousand values are uploaded, found and decrypted, and none of them reaches the service in plain text', async () => {
  const person = await ensureAccount(stack, account, {
    first_name: 'Ca',
    last_name: 'Nary',
    organization_name: 'Aviary',
  });
  const { schema } = await makeSchema(person, { dataset: 'Birds', schema: 'Canaries' }, definition);

  const csv = ['token,number', ...tokens.map((token, i) => `${token},${i}`)].join('\n');
  const job = await person.upload(schema.id, csv, 'text/csv');
  expect(job).toMatchObject({ status: 'complete', processed: 1000, total: 1000 });

  const search = async (label: string, value: string) => {
    const body = JSON.stringify({ schema: schema.id, filters: [{ label, value }] });
    return Sealed.parse(await (await person.send('POST', '/api/records/search/', body)).json());
  };
  const found: z.output<typeof Sealed> = [];
  for (const token of tokens.slice(0, 500)) found.push(...(await search('token', token)));
  for (let number = 500; number < 1000; number += 10)
    found.push(...(await search('number', `${number}~${number + 9}`)));
  const read: string[] = [];
  for (let start = 0; start < found.length; start += 100) {
    const body = JSON.stringify(found.slice(start, start + 100));
    const opened = await (await person.send('POST', '/api/records/decrypt/', body)).json();
    read.push(...Opened.parse(opened).map(({ data }) => data.token));
  }
  expect(read).toEqual(tokens);

  expect(existsSync(join(dataDir, 'postgres', 'PG_VERSION')), 'the database is in this folder').toBe(true);
  expect(tracesBelow(dataDir, marker), 'in the database, the logs, the spool, the keyrings').toEqual([]);
  expect(tracesIn(upstream.captured(), marker), 'on the wire to the service').toEqual([]);
  expect(upstream.captured().length).toBeGreaterThan(100_000);
}, 300_000);

test('the search for traces finds a marker that is present', () => {
  const [token = ''] = tokens;
  const haystacks = [
    `x${token}y`,
    Buffer.from(`ab${token}`).toString('base64url'),
    Buffer.from(token).toString('hex'),
  ];
  for (const haystack of haystacks) expect(tracesIn(Buffer.from(haystack), marker)).not.toEqual([]);
});
