import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { idempotencyKeyHeader } from '@cloakroom/contract/idempotency.ts';
import { Manifest } from '@cloakroom/contract/segments.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { sessions } from '@cloakroom/service/db/schema.ts';
import { segmentFiles } from '@cloakroom/proxy/upload/storedJob.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { startRelayedProxyStack } from '../support/proxyStack.ts';
import { actor, startProxy } from '../support/proxy.ts';
import { onlyItsEndIsSpooled } from '../support/spooled.ts';
import { numbersCsv, numbersDefinition } from '../support/numbers.ts';

/** Two segments. */
const count = 70_000;
const csv = numbersCsv(count);
const few = 'number\n1\n2\n3\n';

const world = await startRelayedProxyStack();
const { service, wire, proxy, owner, ada } = world;
let schema: Schema;
beforeEach(async () => {
  schema = await world.schemaOf(numbersDefinition);
});
afterAll(() => world.close());

/** Counts what the service publishes of a schema; a record that is published twice shows in the numbers. */
async function published(): Promise<{ segments: number; records: number }> {
  const answer = await fetch(`${service.url}/api/manifests/${schema.id}/`, { headers: owner.headers });
  const { segments } = Manifest.parse(await answer.json());
  const ranges = new Set(
    segments.flatMap(({ ranges }) => ranges.map(({ upload, first }) => `${upload} ${first}`)),
  );
  expect(ranges.size).toBe(segments.length);
  return { segments: segments.length, records: segments.reduce((sum, { records }) => sum + records, 0) };
}

/**
 * Of about 585,000 bytes, of two segments side by side: at the beginning, halfway, and twice shortly before the
 * end.
 */
test.each([20_000, 260_000, 520_000, 555_000])(
  'a connection cut after %i bytes of sealed data loses nothing and stores nothing twice',
  async (bytes) => {
    const accepted = ada.accepted(schema.id, csv, 'text/csv');
    const cut = wire.cutAfter(bytes);
    const id = await accepted;
    await cut;
    await wire.mend();
    const job = await ada.ended(id);
    expect(job).toMatchObject({ status: 'complete', processed: count, total: count, total_batches: 2 });
    expect(await published()).toEqual({ segments: 2, records: count });
    expect(
      (await ada.search({ schema: schema.id, filters: [{ label: 'number', value: '>=0' }] })).total,
    ).toBe(count);
    await onlyItsEndIsSpooled(proxy, id);
  },
);

test.each(['PUT /api/segments/', 'POST /api/manifests/'])(
  'an answer to %s that is lost after the call was carried out does not repeat the call',
  async (call) => {
    const lost = wire.loseAnswerTo(call);
    const id = await ada.accepted(schema.id, csv, 'text/csv');
    await lost;
    expect(await ada.ended(id)).toMatchObject({ status: 'complete', processed: count });
    expect(await published()).toEqual({ segments: 2, records: count });
  },
);

test('jobs that publish at the same time are all stored', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => ada.accepted(schema.id, few, 'text/csv')));
  for (const id of ids) expect(await ada.ended(id)).toMatchObject({ status: 'complete' });
  expect(await published()).toEqual({ segments: 4, records: 12 });
});

test('a proxy continues its jobs when it is started again', async () => {
  const own = await startProxy(wire.url);
  const before = actor(own, owner.headers);
  await before.begin();
  schema = await world.schemaOf(numbersDefinition, before);
  const lost = wire.cutAfter(200_000);
  const id = await before.accepted(schema.id, csv, 'text/csv');
  await lost;
  await own.app.close();
  await wire.mend();

  const again = await startProxy(wire.url, own.dataDir);
  const after = actor(again, owner.headers);
  expect(await after.ended(id)).toMatchObject({
    job_id: id,
    status: 'complete',
    processed: count,
    total: count,
  });
  expect(await published()).toEqual({ segments: 2, records: count });
  await again.close();
}, 90_000);

test('a proxy that was killed between the end of a job and the deletion of its segments deletes them when it is started again', async () => {
  const own = await startProxy(wire.url);
  const before = actor(own, owner.headers);
  await before.begin();
  schema = await world.schemaOf(numbersDefinition, before);
  const { job_id: id } = await before.uploaded(schema.id, few, 'text/csv');
  await onlyItsEndIsSpooled(own, id);
  await own.app.close();
  const segment = '0123456789abcdef'.repeat(2);
  for (const name of segmentFiles(segment)) await writeFile(join(own.dataDir, 'spool', id, name), 'sealed');

  const again = await startProxy(wire.url, own.dataDir);
  expect(await actor(again, owner.headers).job(id)).toMatchObject({ status: 'complete', total: 3 });
  await onlyItsEndIsSpooled(again, id);
  await again.close();
});

test('a job that waited for more than a day is known, with its key, for a day after its end', async () => {
  const own = await startProxy(wire.url);
  const before = actor(own, owner.headers);
  await before.begin();
  schema = await world.schemaOf(numbersDefinition, before);
  const headers = { [idempotencyKeyHeader]: randomUUID() };
  const lost = wire.cutAfter(200_000);
  const id = await before.accepted(schema.id, csv, 'text/csv', { headers });
  await lost;
  await own.app.close();
  const path = join(own.dataDir, 'spool', id, 'job.json');
  const created = Date.now() - 25 * 60 * 60_000;
  const [, body = ''] = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, JSON.stringify({ ...(JSON.parse(body) as object), created }));
  await wire.mend();

  const again = await startProxy(wire.url, own.dataDir);
  expect(await actor(again, owner.headers).ended(id)).toMatchObject({ status: 'complete' });
  await again.app.close();
  const last = await startProxy(wire.url, own.dataDir);
  const after = actor(last, owner.headers);
  expect(await after.job(id)).toMatchObject({ status: 'complete', total: count });
  expect(await after.accepted(schema.id, csv, 'text/csv', { headers })).toBe(id);
  expect(await published()).toEqual({ segments: 2, records: count });
  await last.close();
});

test('a job whose session ends waits, and continues when its owner signs in again', async () => {
  const first = await world.session();
  const cut = wire.cutAfter(200_000);
  const id = await actor(proxy, first).accepted(schema.id, csv, 'text/csv');
  await cut;
  await service.database.delete(sessions);
  const before = wire.sent().length;
  await wire.mend();
  const isTriedAgain = () => wire.sent().subarray(before).includes('PUT /api/segments/');
  await expect.poll(isTriedAgain, pollTimeout).toBe(true);
  // The proxy learns from the refused segment that the session has ended.
  const status = async () => (await actor(proxy, first).send('GET', `/api/jobs/${id}/`)).status;
  await expect.poll(status, pollTimeout).toBe(401);

  const second = actor(proxy, await world.session());
  // Any call of theirs continues it, even one that is only forwarded.
  expect((await second.send('GET', '/api/datasets/')).status).toBe(200);
  expect(await second.ended(id)).toMatchObject({ status: 'complete', processed: count });
  expect(await published()).toEqual({ segments: 2, records: count });
});
