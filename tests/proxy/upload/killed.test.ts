import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Schema } from '#contract/schemas.ts';
import { person, type Someone } from '#tests/service/support/people.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';
import { startProgram, type Program } from '#tools/program.ts';
import { answering, freePort } from '#tools/stack.ts';
import { actor, type Actor } from '../support/proxy.ts';

const count = 150_000;
const csv = ['number', ...Array.from({ length: count }, (_, number) => number)].join('\n');
const definition = {
  type: 'object' as const,
  properties: { number: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
  required: ['number'],
};

let service: TestService;
let proxy: Program;
let dataDir: string;
let url: string;
let owner: Someone;
let ada: Actor;
let schema: Schema;

beforeAll(async () => {
  service = await startService({ listen: true });
  dataDir = await mkdtemp(join(tmpdir(), 'cloakroom-killed-'));
  const port = await freePort();
  url = `http://localhost:${port}`;
  proxy = startProgram({
    entry: 'proxy/main.ts',
    env: { PROXY_PORT: String(port), UPSTREAM: service.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    output: 'inherit',
  });
  await answering(`${url}/api/status/`);
  owner = await person(service);
  ada = actor({ url }, owner.headers);
});

afterAll(async () => {
  await proxy.stop();
  await service.close();
  await rm(dataDir, { recursive: true, force: true });
});

const spooled = async () =>
  existsSync(join(dataDir, 'spool')) ? await readdir(join(dataDir, 'spool')) : ([] as string[]);
const total = async () => (await ada.search({ schema: schema.id })).total;

test('a proxy killed while it reads a file keeps nothing of it', async () => {
  schema = await ada.schema(owner.organization.id, definition, 'Killed early');
  const answer = ada.upload(schema.id, csv, 'text/csv').then(
    () => 'answered',
    () => 'broken off',
  );
  await expect.poll(async () => (await spooled()).length, { interval: 5 }).toBe(1);
  proxy.kill('SIGKILL');
  expect(await answer).toBe('broken off');
  await answering(`${url}/api/status/`);
  expect(await spooled()).toEqual([]);
  expect(await total()).toBe(0);
});

test.each([0, 150, 400])(
  'a proxy killed %i ms after it took a file on finishes it when it is back',
  async (delay) => {
    schema = await ada.schema(owner.organization.id, definition, `Killed after ${delay}`);
    const { job_id } = (await (await ada.upload(schema.id, csv, 'text/csv')).json()) as { job_id: string };
    await new Promise((resolve) => setTimeout(resolve, delay));
    proxy.kill('SIGKILL');
    await expect.poll(() => fetch(url).catch(() => null), { interval: 5 }).toBeNull();
    await answering(`${url}/api/status/`);
    expect(await ada.ended(job_id)).toMatchObject({ status: 'complete', processed: count, total: count });
    expect(await total()).toBe(count);
    const { total: found } = await ada.search({
      schema: schema.id,
      filters: [{ label: 'number', value: '10~19' }],
    });
    expect(found).toBe(10);
  },
);
