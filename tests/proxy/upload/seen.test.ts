/** The end of a job is kept until it was seen, if its sender asked for that. */
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { keepUntilSeenHeader } from '@cloakroom/contract/jobs.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { startRelayedProxyStack } from '../support/proxyStack.ts';
import { numbersCsv, numbersDefinition } from '../support/numbers.ts';
import { actor, begunWith, startProxy } from '../support/proxy.ts';

const world = await startRelayedProxyStack();
const { wire, owner, ada } = world;
const schema = await world.schemaOf(numbersDefinition);
afterAll(() => world.close());

const few = 'number\n1\n2\n3\n';
const keepEnd = { headers: { [keepUntilSeenHeader]: 'true' } };
const see = async (id: string, by = ada) => (await by.send('POST', `/api/jobs/${id}/seen/`)).status;
const unseen = async (by = ada) => (await by.jobs()).filter((job) => job.unseen).map(({ job_id }) => job_id);

/** Uploads the good rows only, and waits for the job's end. */
async function goodRowsOf(body: string, into = schema.id, by = ada) {
  const type = { 'content-type': 'text/csv', ...keepEnd.headers };
  const answer = await by.send('POST', `/api/jobs/upload/?schema=${into}&rows=good`, body, type);
  return by.ended(z.object({ job_id: z.string() }).parse(await answer.json()).job_id);
}

test('keeps an end as unseen until it is marked as seen', async () => {
  const { job_id: id, ...end } = await ada.uploaded(schema.id, few, 'text/csv', keepEnd);
  expect(end).toMatchObject({ status: 'complete', total: 3, unseen: true });
  expect(await unseen()).toEqual([id]);
  expect(await see(id, await world.stranger())).toBe(404);
  expect(await unseen()).toEqual([id]);
  expect(await see(id)).toBe(204);
  expect(await see(id)).toBe(204);
  expect(await unseen()).toEqual([]);
  expect((await ada.job(id)).status).toBe('complete');
});

test('keeps no unseen end if the sender did not ask for it', async () => {
  const job = await ada.uploaded(schema.id, few, 'text/csv');
  expect(job).not.toHaveProperty('unseen');
  expect(job).not.toHaveProperty('left_out');
});

test('keeps bad rows that the sender may not have waited for, but not those in the answer', async () => {
  const refused = await ada.uploaded(schema.id, 'number\n-1\n', 'text/csv', keepEnd);
  expect(refused).toMatchObject({ status: 'failed', unseen: true, errors: { count: 1 } });
  expect((await ada.upload(schema.id, '', 'text/csv', keepEnd)).status).toBe(400);
  expect(await unseen()).toEqual([refused.job_id]);
  await see(refused.job_id);
});

test('keeps unseen and left-out rows as well as seen ends across a restart', async () => {
  const own = await startProxy(wire.url);
  const before = actor(own, owner.headers);
  await before.begin();
  const home = await world.schemaOf(
    { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    before,
  );
  const seen = await before.uploaded(home.id, 'name\nAda\n', 'text/csv', keepEnd);
  const not = await goodRowsOf('name,ignored:\nEve,\nAlan\nGrace,\n', home.id, before);
  expect(not).toMatchObject({ status: 'complete', total: 2, left_out: 1, unseen: true });
  expect(await see(seen.job_id, before)).toBe(204);
  await own.app.close();
  const again = await startProxy(wire.url, own.dataDir);
  const after = actor(again, owner.headers);
  expect(await unseen(after)).toEqual([not.job_id]);
  expect(await after.job(not.job_id)).toEqual(not);
  await again.close();
});

test('counts the end of a cancelled job as seen', async () => {
  const accepted = ada.accepted(schema.id, numbersCsv(70_000), 'text/csv', keepEnd);
  const cut = wire.cutAfter(200_000);
  const id = await accepted;
  await cut;
  await wire.mend();
  expect((await ada.send('DELETE', `/api/jobs/${id}/`)).status).toBe(200);
  expect(await ada.ended(id)).toMatchObject({ status: 'failed' });
  expect(await unseen()).toEqual([]);
});

test('refuses to mark a running job as seen; the end of one whose sender disconnected counts as seen', async () => {
  const abort = new AbortController();
  const sending = ada
    .upload(schema.id, begunWith('number\n1\n'), 'text/csv', { ...keepEnd, signal: abort.signal })
    .catch(() => null);
  const going = async () => (await ada.jobs()).find(({ status }) => status === 'uploading')?.job_id;
  await expect.poll(going, pollTimeout).toBeDefined();
  const id = (await going()) ?? '';
  expect(await see(id)).toBe(409);
  abort.abort();
  await sending;
  expect(await ada.ended(id)).toMatchObject({ status: 'failed' });
  expect(await unseen()).toEqual([]);
});
