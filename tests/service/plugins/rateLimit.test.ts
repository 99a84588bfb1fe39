/** Limits on guessing passwords and on mails. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { attempts } from '@cloakroom/service/db/schema.ts';
import { Browser } from '#tests/service/support/browser.ts';
import { password, person, type Someone } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';

const service = await startService();
afterAll(() => service.close());
beforeEach(() => service.database.delete(attempts));

type From = { headers?: Record<string, string>; remoteAddress?: string };
const login = (email: string, word: string, from: From = {}) =>
  service.app.inject({
    method: 'POST',
    url: '/api/accounts/login/',
    payload: { login: email, password: word },
    ...from,
  });
/** The status of a sign-in with the right password. */
const signIn = async ({ user }: Someone, from?: From) => (await login(user.email, password, from)).statusCode;
const times = <Answer>(count: number, ask: (at: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, at) => ask(at)));
/** Wrong guesses, all at once. */
const guess = ({ user }: Someone, count: number, from?: From) =>
  times(count, () => login(user.email, 'wrong', from));
const guessUnknown = (count: number) => times(count, () => login(`${randomUUID()}@example.org`, 'wrong'));
const basic = ({ user }: Someone, word: string) => ({
  authorization: `Basic ${Buffer.from(`${user.email}:${word}`).toString('base64')}`,
});
const self = (headers: { authorization: string }, remoteAddress = '127.0.0.1') =>
  service.app.inject({ url: '/api/users/self/', headers, remoteAddress });
const token = ({ user }: Someone, word: string) =>
  service.app.inject({ method: 'POST', url: '/api/token/', payload: { email: user.email, password: word } });
/** A browser that has signed in to an account. */
async function signedInBrowser({ user }: Someone): Promise<Browser> {
  const browser = new Browser(service.app);
  await browser.signIn(user.email, password);
  return browser;
}
const change = (browser: Browser, old_password: string) =>
  browser.post('/api/accounts/change-password/', {
    old_password,
    password: 'another long one',
    password_confirm: 'another long one',
  });

test('refuses the eleventh guess from one address, whatever X-Forwarded-For it claims, until the quarter of an hour is over', async () => {
  const ada = await person(service);
  for (let tried = 1; tried <= 10; tried++) {
    const headers = { 'x-forwarded-for': `10.0.0.${tried}` };
    expect((await login(ada.user.email, 'wrong', { headers })).statusCode).toBe(400);
  }
  const refused = await login(ada.user.email, password, { headers: { 'x-forwarded-for': '10.0.0.11' } });
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.json<{ detail: string }>().detail).toMatch(
    /^Too many attempts. Try again in \d+ minutes?\.$/,
  );
  expect(await signIn(await person(service))).toBe(200);
  service.later(15 * 60_000);
  expect(await signIn(ada)).toBe(200);
});

test('signs an owner in from another address while guesses from one address are refused', async () => {
  const ada = await person(service);
  await guess(ada, 120, { remoteAddress: '192.0.2.7' });
  expect(await signIn(ada, { remoteAddress: '192.0.2.7' })).toBe(429);
  expect(await signIn(ada, { remoteAddress: '192.0.2.8' })).toBe(200);
});

test('makes unknown browsers wait after a hundred guesses at one account from many addresses', async () => {
  const ada = await person(service);
  await times(11, (at) => guess(ada, 10, { remoteAddress: `192.0.2.${at}` }));
  expect(await signIn(ada, { remoteAddress: '198.51.100.1' })).toBe(429);
});

test('signs in from a known browser while its address and its account are refused to others', async () => {
  const ada = await person(service);
  const browser = await signedInBrowser(ada);
  await browser.post('/api/accounts/logout/');
  await guess(ada, 11);
  await guessUnknown(110);
  expect(await signIn(ada)).toBe(429);
  expect((await browser.signIn(ada.user.email, password)).statusCode).toBe(200);
});

test('refuses the eleventh guess of a known browser, and every guess at another account from it', async () => {
  const [ada, other] = [await person(service), await person(service)];
  const browser = await signedInBrowser(ada);
  await browser.post('/api/accounts/logout/');
  for (let tried = 1; tried <= 10; tried++)
    expect((await browser.signIn(ada.user.email, 'wrong')).statusCode).toBe(400);
  expect((await browser.signIn(ada.user.email, password)).statusCode).toBe(429);
  expect((await browser.signIn(other.user.email, password)).statusCode).toBe(200);
});

test('recognizes a browser only with a cookie that was set for this account', async () => {
  const [ada, other] = [await person(service), await person(service)];
  const foreign = (await signedInBrowser(other)).cookies.get('device') ?? '';
  await guess(ada, 10);
  for (const cookie of [foreign, foreign.replace(/^./, 'x'), '', '.', 'a.b.c', '~~~'])
    expect(await signIn(ada, { headers: { cookie: `device=${cookie}` } })).toBe(429);
});

test('lets a valid session change its password while guesses at the account are refused', async () => {
  const ada = await person(service);
  const browser = await signedInBrowser(ada);
  await guess(ada, 11);
  expect((await change(browser, password)).statusCode).toBe(200);
});

test('counts wrong old passwords of a session, and refuses the eleventh', async () => {
  const browser = await signedInBrowser(await person(service));
  for (let tried = 1; tried <= 10; tried++) expect((await change(browser, 'wrong')).statusCode).toBe(400);
  expect((await change(browser, 'wrong')).statusCode).toBe(429);
});

test('counts one account however its address is written', async () => {
  const { email } = (await person(service)).user;
  const spellings = [email, ` ${email}`, `${email}\t`, email.toUpperCase(), `\u00a0${email}`];
  const answers = await times(30, (at) => login(spellings[at % spellings.length]!, 'wrong'));
  expect(answers.filter(({ statusCode }) => statusCode !== 429)).toHaveLength(10);
});

test.each([
  ['login', 300, (who: Someone, word: string) => login(who.user.email, word)],
  ['token', 100, token],
  ['Basic', 100, (who: Someone, word: string) => self(basic(who, word))],
] as const)('lets ten of many parallel wrong guesses by %s pass, of %i', async (_, count, ask) => {
  const ada = await person(service);
  const answers = await times(count, (at) => ask(ada, `wrong ${at}`));
  expect(answers.filter(({ statusCode }) => statusCode !== 429)).toHaveLength(10);
});

test('signs in forty times at once with the right password', async () => {
  const ada = await person(service);
  expect(await times(40, () => signIn(ada))).toEqual(Array(40).fill(200));
});

test('counts the addresses of one IPv6 network of 64 bits as one, and those of another apart', async () => {
  const ada = await person(service);
  await times(10, (at) => guess(ada, 1, { remoteAddress: `2001:db8:0:1::${at + 1}` }));
  expect(await signIn(ada, { remoteAddress: '2001:db8:0:1:ffff::1' })).toBe(429);
  expect(await signIn(ada, { remoteAddress: '2001:db8:0:2::1' })).toBe(200);
});

test('answers a script’s right Basic credentials while others guess at its account from its address', async () => {
  const ada = await person(service);
  expect((await self(ada.headers)).statusCode).toBe(200);
  await times(12, (at) => self(basic(ada, `wrong ${at}`)));
  expect((await self(ada.headers)).statusCode).toBe(200);
  // Cached credentials don't make guessing free: enough refused guesses end that.
  await times(100, (at) => self(basic(ada, `more ${at}`)));
  expect((await self(ada.headers)).statusCode).toBe(429);
});

test('checks Basic credentials from an address that has not shown them before, and counts them', async () => {
  const ada = await person(service);
  expect((await self(ada.headers)).statusCode).toBe(200);
  for (let tried = 1; tried <= 10; tried++)
    expect((await self(basic(ada, `wrong ${tried}`), '192.0.2.9')).statusCode).toBe(401);
  expect((await self(ada.headers, '192.0.2.9')).statusCode).toBe(429);
});

test('an unknown account is blocked just the same, so that the block reveals nothing', async () => {
  const unknown = () => login('nobody@example.org', 'wrong');
  await times(10, unknown);
  expect((await unknown()).statusCode).toBe(429);
});

test('a hundred failures from one address block that address and no other', async () => {
  await guessUnknown(100);
  const ada = await person(service);
  expect(await signIn(ada)).toBe(429);
  expect(await signIn(ada, { remoteAddress: '192.0.2.7' })).toBe(200);
});

test('Basic and tokens share the limit of the sign-in', async () => {
  const ada = await person(service);
  for (let tried = 1; tried <= 5; tried++) {
    await self(basic(ada, 'wrong'));
    await token(ada, 'wrong');
  }
  expect((await self(ada.headers)).statusCode).toBe(429);
});

test('a signed-in person makes hundreds of calls without being throttled', async () => {
  const { headers } = await person(service);
  const answers = await times(300, () => service.app.inject({ url: '/api/organizations/', headers }));
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
});

test('a mailbox gets at most ten reset links in a quarter of an hour', async () => {
  const { user } = await person(service);
  const ask = () =>
    service.app.inject({
      method: 'POST',
      url: '/api/accounts/send-reset-password-link/',
      payload: { email: user.email },
    });
  for (let asked = 1; asked <= 10; asked++) expect((await ask()).statusCode).toBe(200);
  expect((await ask()).statusCode).toBe(429);
});

test('the stored counts name no person', async () => {
  await login('somebody@example.org', 'wrong');
  expect(JSON.stringify(await service.database.select().from(attempts))).not.toContain('somebody');
});

test('a sign-in answers an unknown address, a wrong password and an inactive account alike', async () => {
  const { user } = await person(service);
  const inactive = await person(service, { active: false });
  const answers = await Promise.all([
    login(user.email, 'wrong'),
    login('nobody@example.org', 'wrong'),
    login(inactive.user.email, password),
    login('', ''),
    login('no address', 'wrong'),
  ]);
  for (const { statusCode, body, headers } of answers) {
    expect({ statusCode, body }).toEqual({ statusCode: 400, body: '{"detail":"Login failed"}' });
    expect(Object.keys(headers)).toEqual(Object.keys(answers[0].headers));
  }
});
