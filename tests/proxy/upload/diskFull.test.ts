import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { idempotencyKeyHeader } from '@cloakroom/contract/idempotency.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { person, type Someone } from '#tests/service/support/people.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';
import { stored } from '#tests/service/support/stored.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { limitFileSize } from '#tests/support/limitFileSize.ts';
import { startProgram, type Program } from '#tools/program.ts';
import { waitUntilOk, freePort } from '#tools/stack.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { actor, type Actor } from '../support/proxy.ts';
import { onlyItsEndIsSpooled } from '../support/spooled.ts';
import { relay, type Relay } from '../support/relay.ts';
import { numbersCsv, numbersDefinition } from '../support/numbers.ts';

const count = 67_000;
const csv = numbersCsv(count);

const dataDir = await temporaryFolder();
let service: TestService;
let wire: Relay;
let proxy: Program;
let url: string;
let ada: Actor;
let owner: Someone;
let schema: Schema;

beforeAll(async () => {
  service = await startService({ listen: true });
  wire = await relay(service.url);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
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
  schema = await ada.schema(owner.organization.id, numbersDefinition, `S${Math.random()}`);
});

afterAll(async () => {
  await proxy.stop();
  await wire.cut();
  await service.close();
});

test('a file that finds no room on the disk is refused with a message, leaves nothing, and is accepted once there is room', async () => {
  limitFileSize(proxy.pid(), 150_000);
  const headers = { [idempotencyKeyHeader]: randomUUID() };
  const job = await ada.uploaded(schema.id, csv, 'text/csv', { headers });
  expect(job).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(
      /^Nothing of the file was stored[.] .*spool.* can’t be used: the disk is full .*Make room/,
    ) as string,
  });
  await onlyItsEndIsSpooled({ dataDir }, job.job_id);
  expect(await stored(service)).toMatchObject({ groups: 0, segments: 0 });

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
