/** Calls every operation of the API description at the service, and compares each answer with it. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { attempts } from '@cloakroom/service/db/schema.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { api } from '@cloakroom/contract/api.ts';
import { actors, everybody } from '#tests/service/matrix/actors.ts';
import { send } from '#tests/service/matrix/judge.ts';
import { expected } from '#tests/service/matrix/row.ts';
import { rows, titleOf } from '#tests/service/matrix/rows/all.ts';
import { makeMatrix } from '#tests/service/matrix/world.ts';
import { Browser } from '#tests/service/support/browser.ts';
import { Description } from './description.ts';
import {
  acceptAndSignInWithProvider,
  readOpenPages,
  registerAndReset,
  type Send,
  startWithProvider,
  useTokens,
} from './publicCalls.ts';
import { recordInjected } from './recording.ts';

const { google, service } = await startWithProvider();
const { app } = service;
const description = new Description((await app.inject('/api/schema/')).json<object>());
const differences = recordInjected(app, description);
const matrix = await makeMatrix(service);
afterAll(async () => {
  await service.close();
  await google.close();
});
// Throttling is tested elsewhere.
beforeEach(() => service.database.delete(attempts));

const takeDifferences = () => differences.splice(0);

test.each(rows.map((row) => [titleOf(row), row] as const))(
  '%s is answered as described, for permitted and for refused callers',
  async (_, row) => {
    const permitted = everybody.find((who) => expected(row, actors[who], who) === row.yes);
    const refused = everybody.filter((who) => expected(row, actors[who], who) !== row.yes);
    for (const who of [...refused.slice(0, 1), ...refused.slice(-1), permitted ?? 'member'])
      await send(matrix, who, await row.ask(matrix, who));
    expect(takeDifferences()).toEqual([]);
  },
);

/** Calls as one browser at the service. */
const browser = new Browser(app);
const sendAs: Send = async (...call) => {
  const answer = await browser.call(...call);
  return answer.body === '' ? null : answer.json<unknown>();
};

test('registration, sign-in and reset are answered as described', async () => {
  await registerAndReset(service, sendAs);
  expect(takeDifferences()).toEqual([]);
});

test('an accepted invitation, a sign-in with a provider and tokens are answered as described', async () => {
  await acceptAndSignInWithProvider(service, google, matrix.people.owner, sendAs);
  await useTokens(matrix.people.member, sendAs);
  expect(takeDifferences()).toEqual([]);
});

test('status, health, the description itself and the outbox are answered as described', async () => {
  await readOpenPages(service, sendAs, { host: 'localhost:8000' });
  expect(takeDifferences()).toEqual([]);
});

test('a malformed, a large and a foreign body are refused as described', async () => {
  const { headers } = matrix.people.owner;
  const kinds = [
    ['{', 'application/json', 400],
    [`{"name":"${'x'.repeat(1_100_000)}"}`, 'application/json', 413],
    ['<a/>', 'application/xml', 415],
  ] as const;
  for (const [payload, type, status] of kinds) {
    const sent = { url: '/api/organizations/', headers: { ...headers, 'content-type': type }, payload };
    expect((await app.inject({ method: 'POST', ...sent })).statusCode).toBe(status);
  }
  const other = { 'x-expected-user': newId(), 'idempotency-key': newId() };
  await app.inject({ method: 'POST', url: '/api/organizations/', headers: { ...headers, ...other }, payload: { name: 'X' } }); // prettier-ignore
  expect(takeDifferences()).toEqual([]);
});

test('calls of the proxy are refused as described', async () => {
  for (const { call } of api)
    if (call.answeredBy === 'proxy')
      await app.inject({ method: call.method, url: call.path.replace(/:\w+/g, matrix.schema.id) });
  expect(takeDifferences()).toEqual([]);
});

test('every operation of the service has succeeded, and every other one has answered 405', () => {
  const missing = description.operations
    .filter(({ operation }) => {
      const id = operation.operationId;
      return operation['x-answered-by'] === 'proxy'
        ? !description.answered.get(id)?.has(405)
        : !description.hasSucceeded(id);
    })
    .map(({ operation }) => operation.operationId);
  expect(missing).toEqual([]);
});
