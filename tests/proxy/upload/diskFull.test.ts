import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fileFingerprintHeader } from '@cloakroom/contract/jobs.ts';
import { idempotencyKeyHeader } from '@cloakroom/contract/idempotency.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { openUpstream } from '@cloakroom/proxy/upstream.ts';
import { person, type Someone } from '#tests/service/support/people.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';
import { stored } from '#tests/service/support/stored.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { limitFileSize } from '#tests/support/limitFileSize.ts';
import { startProgram, type Program } from '#tools/program.ts';
import { waitUntilOk, freePort } from '#tools/stack.ts';
import { makeSchemaFixture } from '../compaction/support/schemaFixture.ts';
import { actor, type Actor } from '../support/proxy.ts';
import { onlyItsEndIsSpooled } from '../support/spooled.ts';
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
let url: string;
let dataDir: string;
let ada: Actor;
let owner: Someone;
let schema: Schema;

beforeAll(async () => {
  service = await startService({ listen: true });
  wire = await relay(service.url);
  dataDir = await mkdtemp(join(tmpdir(), 'cloakroom-full-'));
  const port = await freePort();
  url = `http://localhost:${port}`;
  proxy = startProgram({
    entry: 'packages/proxy/main.ts',
    env: { PROXY_PORT: String(port), UPSTREAM: wire.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    output: 'inherit',
  });
  await waitUntilOk(`${url}/api/status/`);
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

test('a file that finds no room on the disk is refused with a message, leaves nothing, and is accepted once there is room', async () => {
  limitFileSize(proxy.pid(), 1_000_000);
  const headers = { [idempotencyKeyHeader]: randomUUID() };
  const job = await ada.uploaded(schema.id, csv, 'text/csv', { headers });
  expect(job).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(
      /^Nothing of the file was stored[.] .*spool.* can’t be used: the disk is full .*Make room/,
    ) as string,
  });
  await onlyItsEndIsSpooled({ dataDir }, job.job_id);
  expect(await stored(service)).toMatchObject({ records: 0, segments: 0 });

  limitFileSize(proxy.pid(), 64);
  const refused = await ada.upload(schema.id, csv, 'text/csv');
  expect([refused.status, await refused.json()]).toMatchObject([
    507,
    {
      detail: expect.stringMatching(
        /^Nothing of the file was stored[.] .*spool.* can’t be used: the disk is full .*Make room/,
      ) as string,
    },
  ]);
  expect(await readdir(join(dataDir, 'spool'))).toEqual([job.job_id]);

  limitFileSize(proxy.pid(), 'unlimited');
  expect(await ada.uploaded(schema.id, csv, 'text/csv', { headers })).toMatchObject({
    job_id: job.job_id,
    status: 'complete',
    processed: count,
  });
});

test('a disk that fills up suspends a running job, which completes once there is room', async () => {
  const cut = wire.cutAfter(100_000);
  const id = await ada.accepted(schema.id, csv, 'text/csv');
  await cut;
  limitFileSize(proxy.pid(), 64);
  await wire.mend();
  await expect.poll(async () => (await ada.job(id)).processed, pollTimeout).toBe(count);
  expect((await ada.job(id)).status).toBe('processing');
  limitFileSize(proxy.pid(), 'unlimited');
  expect(await ada.ended(id)).toMatchObject({ status: 'complete', processed: count });
  expect((await ada.search({ schema: schema.id })).total).toBe(count);
});

test('a job whose records the service lists just as the disk fills up is complete, and is stored as such once there is room', async () => {
  const lost = wire.loseAnswerTo(`POST /api/manifests/${schema.id}/ HTTP`);
  const id = await ada.accepted(schema.id, 'number\n1\n', 'text/csv');
  await lost;
  await wire.cut();
  limitFileSize(proxy.pid(), 64);
  await wire.mend();
  const job = await ada.ended(id);
  expect(job).toMatchObject({ status: 'complete', processed: 1 });
  expect(job.notice).toMatch(/^All records are stored[.] That can’t be noted .*the disk is full/);
  expect((await ada.search({ schema: schema.id })).total).toBe(1);
  limitFileSize(proxy.pid(), 'unlimited');
  await onlyItsEndIsSpooled({ dataDir }, id);
});

test('a job that finds no room to record its file is complete, and the file is recorded once there is room', async () => {
  const remembered = Array.from({ length: 999 }, () => ({
    mark: '0'.repeat(64),
    job_id: randomUUID(),
    records: 1,
    completed: new Date().toISOString(),
  }));
  const folder = join(dataDir, 'uploaded');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${owner.user.id}.json`), JSON.stringify(remembered));
  limitFileSize(proxy.pid(), 100_000);
  const headers = { [fileFingerprintHeader]: '1'.repeat(64) };
  const id = await ada.accepted(schema.id, 'number\n1\n', 'text/csv', { headers });
  expect(await ada.ended(id)).toMatchObject({ status: 'complete', processed: 1 });
  expect((await ada.search({ schema: schema.id })).total).toBe(1);
  limitFileSize(proxy.pid(), 'unlimited');
  const path = `/api/jobs/uploaded/?schema=${schema.id}&fingerprint=${'1'.repeat(64)}`;
  await expect.poll(async () => (await ada.send('GET', path)).json(), pollTimeout).toHaveLength(1);
});

test('on a full disk every search works, and the seen versions are recorded once there is room', async () => {
  const upstream = openUpstream(service.url);
  const home = await makeSchemaFixture(upstream, { url, dataDir }, owner);
  const search = () => ada.send('POST', '/api/records/search/', { schema: home.schema.id });
  const totalOf = (answer: Response) => Number(answer.headers.get('x-total-count'));
  await home.upload(3);
  expect(totalOf(await search())).toBe(3);

  limitFileSize(proxy.pid(), 64);
  expect(totalOf(await search())).toBe(3);
  await home.upload(2);
  expect(totalOf(await search())).toBe(5);

  limitFileSize(proxy.pid(), 'unlimited');
  expect(totalOf(await search())).toBe(5);
  await expect
    .poll(async () => {
      const [, body] = (await readFile(join(dataDir, 'manifests.json'), 'utf8')).split('\n');
      return (JSON.parse(body ?? '{}') as Record<string, { version: number }>)[home.schema.id]?.version;
    }, pollTimeout)
    .toBe(2);
  await home.close();
  await upstream.close();
});
