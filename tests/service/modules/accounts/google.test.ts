/** Signing in with Google, replaced by a local issuer. */
import { createHash, createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attempts, users } from '@cloakroom/service/db/schema.ts';
import { fetchTimeout } from '@cloakroom/service/modules/accounts/google.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { Browser } from '#tests/service/support/browser.ts';
import { type Issuer, startIssuer } from '#tests/service/support/issuer.ts';
import { linkIn, partsOf } from '#tests/service/support/mailLinks.ts';
import { password, person } from '#tests/service/support/people.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';

const clientId = 'our-client.apps.example';
const url = '/api/allauth/browser/v1/auth/provider/token';
const serviceOf = ({ issuer, jwksUrl }: Issuer) =>
  startService({ GOOGLE_CLIENT_ID: clientId, GOOGLE_ISSUER: issuer, GOOGLE_JWKS_URL: jwksUrl });
let google: Issuer;
let other: Issuer;
let service: TestService;
beforeAll(async () => {
  [google, other] = [await startIssuer(clientId), await startIssuer(clientId)];
  service = await serviceOf(google);
});
afterAll(async () => {
  await service.close();
  await google.close();
  await other.close();
});
beforeEach(() => service.database.delete(attempts));

const bodyWith = (id_token: string, more: object = {}) => ({
  provider: 'google',
  process: 'login',
  token: { client_id: clientId, id_token },
  ...more,
});
/** A person at Google without an account here. */
const newcomer = () => ({ sub: newId(), email: `${newId().toLowerCase()}@example.org` });
const signIn = async (claims: Record<string, unknown>, browser = new Browser(service.app)) => {
  const answer = await browser.post(url, bodyWith(await google.token(claims)));
  return { browser, answer };
};
const parts = (...values: object[]) =>
  values.map((value) => Buffer.from(JSON.stringify(value)).toString('base64url'));

test('a new person gets an active account without an organization, and a session', async () => {
  const who = newcomer();
  const { browser, answer } = await signIn(who);
  expect([answer.statusCode, answer.json()]).toEqual([200, { detail: 'Login successful' }]);
  expect((await browser.get('/api/users/self/')).json()).toMatchObject({
    email: who.email,
    first_name: 'Grace',
    last_name: 'Hopper',
    is_active: true,
    organizations: [],
  });
  const made = await browser.post('/api/organizations/', { name: 'Compilers' });
  expect(made.statusCode).toBe(201);
});

test('a known person is recognized, even under another address', async () => {
  const who = newcomer();
  const first = (await (await signIn(who)).browser.get('/api/users/self/')).json<{ id: string }>();
  const { browser } = await signIn({ ...who, email: 'renamed@example.org' });
  expect((await browser.get('/api/users/self/')).json()).toMatchObject({ id: first.id, email: who.email });
});

test('ten simultaneous first sign-ins create one account', async () => {
  const who = newcomer();
  const all = await Promise.all(Array.from({ length: 10 }, () => signIn(who)));
  expect(all.map(({ answer }) => answer.statusCode)).toEqual(Array(10).fill(200));
  expect(await service.database.select().from(users).where(eq(users.email, who.email))).toHaveLength(1);
});

test('accepts the issuer as Google writes it, and without its scheme', async () => {
  expect((await signIn({ ...newcomer(), iss: 'issuer.example' })).answer.statusCode).toBe(200);
});

describe('rejects a bad token and creates no account:', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const header = { alg: 'RS256', kid: 'first' };
  // prettier-ignore
  const bad: [string, () => Promise<string>][] = [
    ['one for another program', () => google.token({ aud: 'another-client' })],
    ['one for us and another program', () => google.token({ aud: ['another-client'] })],
    ['one of another issuer', () => google.token({ iss: 'https://evil.example' })],
    ['one that has expired', () => google.token({ iat: now() - 7200, exp: now() - 3600 })],
    ['one without an end', () => google.token({ exp: undefined })],
    ['one issued yesterday that lasts for ever', () => google.token({ iat: now() - 86_400, exp: now() + 1e9 })],
    ['one that is not valid yet', () => google.token({ nbf: now() + 3600 })],
    ['one from the future', () => google.token({ iat: now() + 3600, exp: now() + 7200 })],
    ['one whose address is not verified', () => google.token({ email_verified: false })],
    ['one whose address is verified in words', () => google.token({ email_verified: 'true' })],
    ['one without an address', () => google.token({ email: undefined })],
    ['one without a person', () => google.token({ sub: undefined })],
    ['one that another key signed', () => other.token()],
    ['one that names a nonexistent key', () => google.token({}, { kid: 'second' })],
    ['one without its signature', async () => (await google.token()).replace(/[^.]+$/, '')],
    ['one that says it needs no signature', async () => `${parts({ alg: 'none' })[0]}.${(await google.token()).split('.')[1]}.`],
    ['one signed with the public key as a secret', async () => {
      const signed = `${parts({ ...header, alg: 'HS256' })[0]}.${(await google.token()).split('.')[1]}`;
      return `${signed}.${createHmac('sha256', google.publicPem).update(signed).digest('base64url')}`;
    }],
    ['one whose address was changed after it was signed', async () => {
      const [head, , signature] = (await google.token()).split('.');
      const who = { sub: 's', email: 'x@example.org', email_verified: true };
      const claims = { iss: google.issuer, aud: clientId, ...who, iat: now(), exp: now() + 60 };
      return [head, ...parts(claims), signature].join('.');
    }],
    ['one of ours for scripts', async () => {
      const payload = { email: (await person(service)).user.email, password };
      const answer = await service.app.inject({ method: 'POST', url: '/api/token/', payload });
      return answer.json<{ access: string }>().access;
    }],
    ['garbage', async () => 'garbage'],
    ['a nonce of another browser', () => google.token({ nonce: 'another browser’s' })],
  ];
  test.each(bad)('%s', async (_, make) => {
    const token = await make();
    const before = (await service.database.select().from(users)).length;
    const browser = new Browser(service.app);
    const answer = await browser.post(url, bodyWith(token));
    expect(answer.statusCode).toBe(401);
    expect(answer.json<{ detail: string }>().detail).toMatch(/\.$/);
    expect(browser.cookies.size).toBe(0);
    expect(await service.database.select().from(users)).toHaveLength(before);
  });

  test('a valid one that names another program as its audience', async () => {
    const browser = new Browser(service.app);
    const token = { client_id: 'another-client', id_token: await google.token(newcomer()) };
    const answer = await browser.post(url, bodyWith('', { token }));
    expect(answer.statusCode).toBe(401);
    expect(browser.cookies.size).toBe(0);
  });

  test.each([{ provider: 'facebook' }, { process: 'connect' }])('a valid one with %o', async (more) => {
    const body = bodyWith(await google.token(newcomer()), more);
    expect((await new Browser(service.app).post(url, body)).statusCode).toBe(400);
  });
});

test('a token with a nonce is valid only in the browser that asked for it', async () => {
  const browser = new Browser(service.app);
  const { csrfToken } = (await browser.get('/api/csrf/')).json<{ csrfToken: string }>();
  const token = await google.token({
    ...newcomer(),
    nonce: createHash('sha256').update(csrfToken).digest('base64url'),
  });
  const thief = new Browser(service.app);
  await thief.get('/api/csrf/');
  expect((await thief.post(url, bodyWith(token))).statusCode).toBe(401);
  expect((await browser.post(url, bodyWith(token))).statusCode).toBe(200);
});

test('a foreign page cannot sign in', async () => {
  const browser = new Browser(service.app);
  browser.origin = 'https://evil.example';
  expect((await signIn(newcomer(), browser)).answer.statusCode).toBe(403);
});

describe('leaves an existing account unchanged:', () => {
  test('one with a password is signed in to by its password', async () => {
    const { user } = await person(service);
    const { answer, browser } = await signIn({ ...newcomer(), email: user.email.toUpperCase() });
    expect([answer.statusCode, answer.json()]).toEqual([
      401,
      { detail: 'This address has an account with a password. Sign in with your password.' },
    ]);
    expect(browser.cookies.size).toBe(0);
    expect((await browser.signIn(user.email, password)).statusCode).toBe(200);
  });

  test('one that another person made and that was never activated', async () => {
    const { user } = await person(service, { active: false });
    const { answer } = await signIn({ ...newcomer(), email: user.email });
    expect(answer.statusCode).toBe(401);
    expect(answer.json<{ detail: string }>().detail).toContain('waiting to be opened');
  });

  test('one of another person at Google who had the address before', async () => {
    const who = newcomer();
    await signIn(who);
    expect((await signIn({ ...newcomer(), email: who.email })).answer.statusCode).toBe(401);
  });

  test('one that was closed', async () => {
    const who = newcomer();
    await signIn(who);
    await service.database.update(users).set({ isActive: false }).where(eq(users.email, who.email));
    expect((await signIn(who)).answer.statusCode).toBe(401);
  });
});

test('a person who signs in with Google can choose a password by mail, and then sign in with it', async () => {
  const who = newcomer();
  const { browser } = await signIn(who);
  const change = { old_password: '', password, password_confirm: password };
  const refused = await browser.post('/api/accounts/change-password/', change);
  expect(refused.json<{ errors: { old_password: string[] } }>().errors.old_password[0]).toContain('Google');
  await browser.post('/api/accounts/send-reset-password-link/', { email: who.email });
  await expect.poll(() => service.mails().at(-1)?.to, pollTimeout).toBe(who.email);
  const link = partsOf(linkIn(service.mails().at(-1)));
  await browser.post('/api/accounts/reset-password/', { ...link, password });
  expect((await browser.signIn(who.email, password)).statusCode).toBe(200);
  expect((await signIn(who)).answer.statusCode).toBe(401);
});

test('throttles repeated checks of the same bad token', async () => {
  const browser = new Browser(service.app);
  const body = bodyWith(await google.token({ aud: 'another-client' }));
  const statuses: number[] = [];
  for (let at = 0; at < 11; at++) statuses.push((await browser.post(url, body)).statusCode);
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
});

test('the keys are fetched once for many sign-ins', async () => {
  await signIn(newcomer());
  const before = google.fetches();
  for (let at = 0; at < 5; at++) await signIn(newcomer());
  expect(google.fetches()).toBe(before);
});

test.each(['hangs', 'broken', 'is gone'] as const)(
  'when the key set %s, a sign-in fails within seconds, counts as no failed attempt, and passwords work',
  async (behaviour) => {
    const away = await startIssuer(clientId);
    const { ms } = fetchTimeout;
    expect(ms).toBe(3_000);
    fetchTimeout.ms = 300;
    const own = await serviceOf(away);
    try {
      if (behaviour === 'is gone') await away.close();
      else away.setBehaviour(behaviour);
      const { user } = await person(own);
      const browser = new Browser(own.app);
      const began = performance.now();
      const answer = await browser.post(url, bodyWith(await away.token(newcomer())));
      expect(performance.now() - began).toBeLessThan(4_000);
      expect(answer.statusCode).toBe(503);
      expect(answer.json<{ detail: string }>().detail).toContain('sign in with a password');
      const counts = await own.database.select().from(attempts);
      expect(counts.filter(({ count }) => count > 0)).toEqual([]);
      expect((await browser.signIn(user.email, password)).statusCode).toBe(200);
    } finally {
      fetchTimeout.ms = ms;
      await own.close();
      await away.close();
    }
  },
);

test('refuses to sign in with Google without a client id', async () => {
  const own = await startService();
  try {
    const answer = await new Browser(own.app).post(url, bodyWith(await google.token(newcomer())));
    expect(answer.statusCode).toBe(404);
    expect(answer.json<{ detail: string }>().detail).toContain('not set up here');
  } finally {
    await own.close();
  }
});
