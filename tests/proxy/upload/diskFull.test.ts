import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Schema } from '#contract/schemas.ts';
import { person, type Someone } from '#tests/service/support/people.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';
import { stored } from '#tests/service/support/stored.ts';
import { startProgram, type Program } from '#tools/program.ts';
import { answering, freePort } from '#tools/stack.ts';
import { actor, type Actor } from '../support/proxy.ts';
import { relay, type Relay } from '../support/relay.ts';

const count = 67_000;
const csv = ['number', ...Array.from({ length: count }, (_, number) => number)].join('\n');
const definition = {
  type: 'object' as const,
  properties: { number: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
  required: ['number'],
};

let service: TestService;
let wire: Relay;
let proxy: Program;
let dataDir: string;
let ada: Actor;
let owner: Someone;
let schema: Schema;

beforeAll(async () => {
  service = await startService({ listen: true });
  wire = await relay(service.url);
  dataDir = await mkdtemp(join(tmpdir(), 'cloakroom-full-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  proxy = startProgram({
    entry: 'proxy/main.ts',
    env: { PROXY_PORT: String(port), UPSTREAM: wire.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    output: 'inherit',
  });
  await answering(`${url}/api/status/`);
  owner = await person(service);
  ada = actor({ url }, owner.headers);
});

beforeEach(async () => {
  schema = await ada.schema(owner.organization.id, definition, `S${Math.random()}`);
});

afterAll(async () => {
  await proxy.stop();
  await wire.cut();
  await service.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Let the proxy write no file longer than this, as a disk without room would. */
const room = (bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(proxy.pid()), `--fsize=${bytes}:unlimited`]);

test('a file that finds no room on the disk is refused in words, leaves nothing, and is taken once there is room', async () => {
  room(1_000_000);
  const answer = await ada.upload(schema.id, csv, 'text/csv');
  expect([answer.status, await answer.json()]).toMatchObject([
    507,
    { detail: expect.stringMatching(/disk .* is full. Nothing was stored: make room/) as string },
  ]);
  expect(await readdir(join(dataDir, 'spool'))).toEqual([]);
  expect(await stored(service)).toMatchObject({ records: 0, segments: 0 });

  room('unlimited');
  expect(await ada.uploaded(schema.id, csv, 'text/csv')).toMatchObject({
    status: 'complete',
    processed: count,
  });
});

test('a disk that fills up while a job is on its way holds it up, and it completes once there is room', async () => {
  const cut = wire.cutAfter(100_000);
  const id = await ada.accepted(schema.id, csv, 'text/csv');
  await cut;
  room(64);
  await wire.mend();
  await expect.poll(async () => (await ada.job(id)).processed, { timeout: 20_000 }).toBe(count);
  expect((await ada.job(id)).status).toBe('processing');
  room('unlimited');
  expect(await ada.ended(id)).toMatchObject({ status: 'complete', processed: count });
  expect((await ada.search({ schema: schema.id })).total).toBe(count);
});
