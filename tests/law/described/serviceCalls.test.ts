/** Calls every operation of the API description at the service, and compares each answer with it. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { attempts } from '@cloakroom/service/db/schema.ts';
import { openMail } from '@cloakroom/service/modules/mail/mail.ts';
import { outboxToken } from '@cloakroom/service/modules/mail/outboxToken.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { api } from '@cloakroom/contract/api.ts';
import { actors, everybody } from '#tests/service/matrix/actors.ts';
import { send } from '#tests/service/matrix/judge.ts';
import { expected } from '#tests/service/matrix/row.ts';
import { rows, titleOf } from '#tests/service/matrix/rows/all.ts';
import { makeMatrix } from '#tests/service/matrix/world.ts';
import { Browser } from '#tests/service/support/browser.ts';
import { startIssuer } from '#tests/service/support/issuer.ts';
import { acceptInvitation, linkIn, partsOf } from '#tests/service/support/mailLinks.ts';
import { password } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { Description } from './description.ts';
import { recordInjected } from './recording.ts';

const clientId = 'our-client.apps.example';
const google = await startIssuer(clientId);
const service = await startService({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_ISSUER: google.issuer,
  GOOGLE_JWKS_URL: google.jwksUrl,
});
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

const found = () => differences.splice(0);
const address = () => `${newId().toLowerCase()}@example.org`;

test.each(rows.map((row) => [titleOf(row), row] as const))(
  '%s is answered as described, to permitted and to refused callers',
  async (_, row) => {
    const permitted = everybody.find((who) => expected(row, actors[who], who) === row.yes);
    const refused = everybody.filter((who) => expected(row, actors[who], who) !== row.yes);
    for (const who of [...refused.slice(0, 1), ...refused.slice(-1), permitted ?? 'member'])
      await send(matrix, who, await row.ask(matrix, who));
    expect(found()).toEqual([]);
  },
);

test('registration, sign-in and reset are answered as described', async () => {
  const browser = new Browser(app);
  const email = address();
  const filled = { email, first_name: 'Grace', last_name: 'Hopper', password, password_confirm: password };
  await browser.post('/api/accounts/register/', { ...filled, password_confirm: 'other' });
  await browser.post('/api/accounts/register/', { ...filled, organization_name: 'Compilers' });
  const parts = partsOf(linkIn(service.mails().at(-1)));
  await browser.signIn(email, password);
  await browser.post('/api/accounts/verify-registration/', parts);
  await browser.post('/api/accounts/verify-registration/', parts);
  await browser.get('/api/csrf/');
  await browser.signIn(email, password);
  await browser.get('/api/accounts/session/');
  await browser.call('PATCH', '/api/accounts/profile/', {}, { 'x-csrftoken': undefined });
  await browser.post('/api/accounts/change-password/', {
    old_password: password,
    password: 'another long password',
    password_confirm: 'another long password',
  });
  await browser.post('/api/accounts/logout/');
  const before = service.mails().length;
  await browser.post('/api/accounts/send-reset-password-link/', { email });
  await expect.poll(() => service.mails().length, pollTimeout).toBeGreaterThan(before);
  const reset = { ...partsOf(linkIn(service.mails().at(-1))), password };
  await browser.post('/api/accounts/reset-password/', reset);
  await browser.post('/api/accounts/reset-password/', reset);
  expect(found()).toEqual([]);
});

test('an accepted invitation, a sign-in with a provider and tokens are answered as described', async () => {
  const { people, organization, call } = matrix;
  await call(people.owner, 'POST', `/api/organizations/${organization}/invitations/`, { email: address() });
  const link = linkIn(service.mails().at(-1));
  await acceptInvitation(app, link);
  await acceptInvitation(app, link);
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
  const provider = '/api/allauth/browser/v1/auth/provider/token';
  const claims = { sub: newId(), email: address() };
  for (const id_token of ['wrong', await google.token(claims)])
    await post(provider, { provider: 'google', process: 'login', token: { client_id: clientId, id_token } });
  const { email } = people.member.user;
  await post('/api/token/', { email, password: 'wrong' });
  const made = await post('/api/token/', { email, password });
  const { access, refresh } = made.json<{ access: string; refresh: string }>();
  await post('/api/token/refresh/', { refresh });
  await post('/api/token/refresh/', { refresh: access });
  await post('/api/token/verify/', { token: access });
  await post('/api/token/verify/', { token: 'wrong' });
  expect(found()).toEqual([]);
});

test('status, health, the description itself and the outbox are answered as described', async () => {
  const headers = { host: 'localhost:8000' };
  await openMail(service.config).send({ to: address(), subject: 'Hello', text: 'Hello' });
  for (const url of ['/api/status/', '/api/health/', '/api/schema/', '/api/outbox/?token=wrong'])
    await app.inject({ url, headers });
  const token = outboxToken(service.config);
  const list = await app.inject({ url: `/api/outbox/?token=${token}`, headers });
  const id = list.json<{ id: string }[]>()[0]!.id;
  for (const name of [id, 'none'])
    await app.inject({ url: `/api/outbox/${encodeURIComponent(name)}/?token=${token}`, headers });
  expect(found()).toEqual([]);
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
  expect(found()).toEqual([]);
});

test('calls of the proxy are refused as described', async () => {
  for (const { call } of api)
    if (call.answeredBy === 'proxy')
      await app.inject({ method: call.method, url: call.path.replace(/:\w+/g, matrix.schema.id) });
  expect(found()).toEqual([]);
});

test('every operation of the service has answered a success, and every other one 405', () => {
  const missing = description.operations
    .filter(({ operation }) => {
      const statuses = [...(description.answered.get(operation.operationId) ?? [])];
      return operation['x-answered-by'] === 'proxy'
        ? !statuses.includes(405)
        : !statuses.some((status) => status < 300);
    })
    .map(({ operation }) => operation.operationId);
  expect(missing).toEqual([]);
});
