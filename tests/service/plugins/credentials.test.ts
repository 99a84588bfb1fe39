/** Credentials of scripts: HTTP Basic and tokens. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { users } from '@cloakroom/service/db/schema.ts';
import { buildService } from '@cloakroom/service/app.ts';
import { password, person, type Someone } from '#tests/service/support/people.ts';
import { quickPasswords, startService } from '#tests/service/support/service.ts';

const service = await startService();
let someone: Someone;
afterAll(() => service.close());
beforeEach(async () => {
  someone = await person(service);
});

const self = (authorization: string) =>
  service.app.inject({ url: '/api/users/self/', headers: { authorization } });
const basic = (email: string, word: string) => `Basic ${Buffer.from(`${email}:${word}`).toString('base64')}`;
const post = (url: string, payload: object) => service.app.inject({ method: 'POST', url, payload });
type Tokens = { access: string; refresh: string };
const tokens = async () =>
  (await post('/api/token/', { email: someone.user.email, password })).json<Tokens>();
const update = (values: Partial<typeof users.$inferInsert>) =>
  service.database.update(users).set(values).where(eq(users.id, someone.user.id));
const setPassword = async (word: string) => update({ passwordHash: await quickPasswords().hash(word) });

test('five hundred parallel calls with Basic check the password once', async () => {
  const real = quickPasswords();
  let checks = 0;
  const app = await buildService({
    database: service.database,
    config: service.config,
    mail: { send: () => Promise.resolve() },
    passwords: { ...real, verify: (hash, word) => (checks++, real.verify(hash, word)) },
  });
  const answers = await Promise.all(
    Array.from({ length: 500 }, () => app.inject({ url: '/api/users/self/', headers: someone.headers })),
  );
  await app.close();
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(checks).toBe(1);
});

test('accepts a password with colons and umlauts by Basic', async () => {
  const odd = 'päss:wort:übung';
  await setPassword(odd);
  expect((await self(basic(someone.user.email, odd))).statusCode).toBe(200);
});

test('a cached password is dropped as soon as it changes', async () => {
  expect((await self(someone.headers.authorization)).statusCode).toBe(200);
  await setPassword('another one');
  expect((await self(someone.headers.authorization)).statusCode).toBe(401);
  expect((await self(basic(someone.user.email, 'another one'))).statusCode).toBe(200);
});

test.each(['Basic', 'Basic !!!', 'Basic Og==', 'Bearer', 'Bearer a.b.c', 'Digest x', ''])(
  'a credential like "%s" is refused',
  async (authorization) => {
    const answer = await self(authorization);
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('Bearer');
  },
);

test('an access token works for five minutes, and a refresh token makes a new one for a day', async () => {
  const { access, refresh } = await tokens();
  expect((await self(`Bearer ${access}`)).json()).toMatchObject({ email: someone.user.email });
  expect((await post('/api/token/verify/', { token: access })).json()).toEqual({});
  service.later(5 * 60_000 + 1_000);
  expect((await self(`Bearer ${access}`)).statusCode).toBe(401);
  expect((await post('/api/token/verify/', { token: access })).statusCode).toBe(401);
  const renewed = (await post('/api/token/refresh/', { refresh })).json<{ access: string }>().access;
  expect((await self(`Bearer ${renewed}`)).statusCode).toBe(200);
  service.later(24 * 3_600_000);
  expect((await post('/api/token/refresh/', { refresh })).statusCode).toBe(401);
});

test('a refresh token is not accepted as an access token, and vice versa', async () => {
  const { access, refresh } = await tokens();
  expect((await self(`Bearer ${refresh}`)).statusCode).toBe(401);
  expect((await post('/api/token/refresh/', { refresh: access })).statusCode).toBe(401);
});

test('a token is invalid once its password changes', async () => {
  const { access, refresh } = await tokens();
  await setPassword('another one');
  expect((await self(`Bearer ${access}`)).statusCode).toBe(401);
  expect((await post('/api/token/refresh/', { refresh })).statusCode).toBe(401);
});

test('tokens of a closed account are invalid, and no new ones are issued', async () => {
  const { access, refresh } = await tokens();
  await update({ isActive: false });
  expect((await self(`Bearer ${access}`)).statusCode).toBe(401);
  expect((await post('/api/token/verify/', { token: access })).statusCode).toBe(401);
  expect((await post('/api/token/refresh/', { refresh })).statusCode).toBe(401);
  expect((await post('/api/token/', { email: someone.user.email, password })).statusCode).toBe(401);
});

test('a token whose signature is stripped or changed is refused', async () => {
  const { access } = await tokens();
  const [header = '', body = '', signature = ''] = access.split('.');
  const changed = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const signatures = ['', changed, `${signature}x`];
  for (const forged of [`${none}.${body}.`, ...signatures.map((each) => `${header}.${body}.${each}`)])
    expect((await self(`Bearer ${forged}`)).statusCode).toBe(401);
});
