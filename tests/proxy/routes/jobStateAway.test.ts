/** The state of a job while the service is unavailable. */
import { once } from 'node:events';
import { afterAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { Job, jobSocketPath } from '@cloakroom/contract/jobs.ts';
import { sessions } from '@cloakroom/service/db/schema.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { startRelayedProxyStack } from '../support/proxyStack.ts';
import { numbersCsv, numbersDefinition } from '../support/numbers.ts';
import { actor } from '../support/proxy.ts';

const csv = numbersCsv(70_000);
const world = await startRelayedProxyStack();
const { wire, proxy, owner, ada } = world;
afterAll(() => world.close());

test('only the owner sees the job while the service is unavailable', async () => {
  const schema = await world.schemaOf(numbersDefinition);
  const stranger = await world.stranger();
  const cut = wire.cutAfter(500_000);
  const id = await ada.accepted(schema.id, csv, 'text/csv');
  await cut;

  expect(await ada.job(id)).toMatchObject({ job_id: id, status: 'processing', total: 70_000 });
  expect((await ada.jobs()).map(({ job_id }) => job_id)).toContain(id);
  const socket = new WebSocket(`${proxy.url.replace('http', 'ws')}${jobSocketPath(id)}`, {
    headers: owner.headers,
  });
  const [first] = (await once(socket, 'message')) as [Buffer];
  expect(Job.parse(JSON.parse(first.toString()))).toMatchObject({ job_id: id, status: 'processing' });

  // A stranger, whom the service has not confirmed; wrong credentials; a call that the service has to answer.
  expect((await stranger.send('GET', `/api/jobs/${id}/`)).status).toBe(503);
  const wrong = actor(proxy, { authorization: `${owner.headers.authorization}x` });
  expect((await wrong.send('GET', `/api/jobs/${id}/`)).status).toBe(503);
  expect((await actor(proxy, {}).send('GET', `/api/jobs/${id}/`)).status).toBe(401);
  expect((await ada.send('GET', '/api/datasets/')).status).toBe(503);

  const ended = once(socket, 'close');
  await wire.mend();
  expect(await ada.ended(id)).toMatchObject({ status: 'complete', processed: 70_000 });
  await ended;
});

test('a session that the service has refused is not remembered', async () => {
  const session = actor(proxy, await world.session());
  const schema = await world.schemaOf(numbersDefinition);
  const id = await session.accepted(schema.id, 'number\n1\n', 'text/csv');
  await session.ended(id);
  // Ends it at the service alone, as from another device.
  await world.service.database.delete(sessions);
  await vi.waitFor(
    async () => expect((await session.send('GET', `/api/jobs/${id}/`)).status).toBe(401),
    pollTimeout,
  );
  await wire.cut();
  expect((await session.send('GET', `/api/jobs/${id}/`)).status).toBe(503);
  await wire.mend();
});

test('a sign-out through the proxy holds while the service is unavailable', async () => {
  const session = actor(proxy, await world.session());
  expect((await session.send('GET', '/api/jobs/')).status).toBe(200);
  expect((await session.send('POST', '/api/accounts/logout/')).status).toBe(200);
  await wire.cut();
  expect((await session.send('GET', '/api/jobs/')).status).toBe(401);
  await wire.mend();
});
