import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { Job } from '@cloakroom/contract/jobs.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { teamMembers } from '@cloakroom/service/db/schema.ts';
import { stored } from '#tests/service/support/stored.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { startRelayedProxyStack } from '../support/proxyStack.ts';
import { actor, begunWith, startProxy } from '../support/proxy.ts';
import { onlyItsEndIsSpooled, spooled } from '../support/spooled.ts';
import { numbersCsv, numbersDefinition } from '../support/numbers.ts';

/** Three segments of about 425,000 bytes. */
const count = 140_000;
/** At this point one of them has arrived completely, but not all of them. */
const enough = 1_220_000;
const csv = numbersCsv(count);
const nothing = { segments: 0, blocks: 0, records: 0, groups: 0, uploads: 0 };
const cancelled = 'The upload was cancelled. Nothing of it was stored.';

const world = await startRelayedProxyStack();
const { service, wire, proxy, owner, ada } = world;
let schema: Schema;
beforeEach(async () => {
  await service.database.execute('truncate record_groups, uploads, segments, blocks, manifests');
  schema = await world.schemaOf(numbersDefinition);
});
afterAll(() => world.close());

const cancel = async (id: string, by = ada) => {
  const answer = await by.send('DELETE', `/api/jobs/${id}/`);
  return { status: answer.status, body: (await answer.json()) as object };
};

/** A job of which the service has a part when the connection is cut. */
async function halfShipped(by = ada): Promise<string> {
  const accepted = by.accepted(schema.id, csv, 'text/csv');
  const cut = wire.cutAfter(enough);
  const id = await accepted;
  await cut;
  await expect.poll(async () => (await stored(service)).segments, pollTimeout).toBeGreaterThan(0);
  return id;
}

test('a cancelled job leaves no file here and no row at the service', async () => {
  const id = await halfShipped();
  await wire.mend();
  const { status, body } = await cancel(id);
  expect(status).toBe(200);
  expect(Job.parse(body)).toMatchObject({ job_id: id, status: 'failed', error: cancelled });
  expect(await spooled(proxy, id)).toEqual(['job.json', 'job.json.copy']);
  expect(await stored(service)).toEqual(nothing);
  expect((await ada.search({ schema: schema.id })).total).toBe(0);
});

test('a service that disconnects before a cancelled job is removed holds nothing of it once it is back, after a restart too', async () => {
  const own = await startProxy(wire.url);
  const before = actor(own, owner.headers);
  await before.begin();
  schema = await world.schemaOf(numbersDefinition, before);
  const id = await halfShipped(before);
  await wire.mend();
  const lost = wire.loseAnswerTo('DELETE /api/segments/');
  const cancelling = cancel(id, before).catch(() => null);
  await lost;
  await wire.cut();
  const [, state = ''] = (await readFile(join(own.dataDir, 'spool', id, 'job.json'), 'utf8')).split('\n');
  const storedJob: unknown = JSON.parse(state);
  expect(storedJob).toMatchObject({ status: 'failed', withdraw: true });
  expect(await spooled(own, id)).toEqual(['job.json', 'job.json.copy']);
  await own.app.close();
  await cancelling;
  await wire.mend();

  const again = await startProxy(wire.url, own.dataDir);
  await expect.poll(() => stored(service), pollTimeout).toEqual(nothing);
  expect(await actor(again, owner.headers).job(id)).toMatchObject({ status: 'failed', error: cancelled });
  await again.close();
});

test('a job that is cancelled while its file is read leaves nothing, and its sender gets the cancelled job', async () => {
  const sending = ada.upload(schema.id, begunWith(csv), 'text/csv');
  const running = async () => (await ada.jobs()).find(({ status }) => status === 'uploading');
  await expect.poll(async () => (await running())?.total ?? 0, pollTimeout).toBeGreaterThan(0);
  const id = (await running())?.job_id ?? '';
  expect(await cancel(id)).toMatchObject({ status: 200, body: { status: 'failed', error: cancelled } });
  const answer = await sending;
  expect([answer.status, await answer.json()]).toEqual([200, { job_id: id }]);
  await onlyItsEndIsSpooled(proxy, id);
  expect(await stored(service)).toEqual(nothing);
});

test('refuses to cancel an ended job, and answers 404 for another person’s', async () => {
  const done = await ada.uploaded(schema.id, 'number\n1\n', 'text/csv');
  expect(await cancel(done.job_id)).toMatchObject({ status: 409 });
  expect((await ada.search({ schema: schema.id })).total).toBe(1);
  const grace = await world.stranger();
  expect(await cancel(done.job_id, grace)).toEqual(await cancel(crypto.randomUUID(), grace));
  expect((await cancel(done.job_id, grace)).status).toBe(404);
});

test('a job that the service refuses leaves nothing there, although its owner may no longer store records', async () => {
  const id = await halfShipped();
  await service.database.delete(teamMembers).where(eq(teamMembers.user, owner.user.id));
  await wire.mend();
  expect(await ada.ended(id)).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/data owner/i) as string,
  });
  await onlyItsEndIsSpooled(proxy, id);
  await expect.poll(() => stored(service), pollTimeout).toEqual(nothing);
});
