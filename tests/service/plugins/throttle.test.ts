/** Limits on guessing passwords and on mails. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { attempts } from '@cloakroom/service/db/schema.ts';
import { Browser } from '#tests/service/support/browser.ts';
import { password, person } from '#tests/service/support/people.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const login = (
  email: string,
  word: string,
  more: { headers?: Record<string, string>; remoteAddress?: string } = {},
) =>
  service.app.inject({
    method: 'POST',
    url: '/api/accounts/login/',
    payload: { login: email, password: word },
    ...more,
  });

test('refuses the eleventh guess from one address, whatever X-Forwarded-For it claims, until the quarter of an hour is over', async () => {
  const { user } = await person(service);
  for (let tried = 1; tried <= 10; tried++) {
    const headers = { 'x-forwarded-for': `10.0.0.${tried}` };
    expect((await login(user.email, 'wrong', { headers })).statusCode).toBe(400);
  }
  const refused = await login(user.email, password, { headers: { 'x-forwarded-for': '10.0.0.11' } });
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.json<{ detail: string }>().detail).toMatch(
    /^Too many attempts. Try again in \d+ minutes?\.$/,
  );
  expect((await login((await person(service)).user.email, password)).statusCode).toBe(200);
  service.later(15 * 60_000);
  expect((await login(user.email, password)).statusCode).toBe(200);
});

test('signs an owner in from another address while guesses from one address are refused', async () => {
  const { user } = await person(service);
  for (let tried = 1; tried <= 120; tried++) await login(user.email, 'wrong', { remoteAddress: '192.0.2.7' });
  expect((await login(user.email, password, { remoteAddress: '192.0.2.7' })).statusCode).toBe(429);
  expect((await login(user.email, password, { remoteAddress: '192.0.2.8' })).statusCode).toBe(200);
});

test('makes unknown devices wait after a hundred guesses at one account from many addresses', async () => {
  const { user } = await person(service);
  for (let tried = 0; tried < 110; tried++)
    await login(user.email, 'wrong', { remoteAddress: `192.0.2.${tried % 11}` });
  expect((await login(user.email, password, { remoteAddress: '198.51.100.1' })).statusCode).toBe(429);
});

test('signs in from a known device while its address and its account are refused to others', async () => {
  const { user } = await person(service);
  const device = new Browser(service.app);
  await device.signIn(user.email, password);
  await device.post('/api/accounts/logout/');
  for (let tried = 1; tried <= 11; tried++) await login(user.email, 'wrong');
  for (let tried = 1; tried <= 110; tried++) await login(`${randomUUID()}@example.org`, 'wrong');
  expect((await login(user.email, password)).statusCode).toBe(429);
  expect((await device.signIn(user.email, password)).statusCode).toBe(200);
});

test('refuses the eleventh guess of a known device, and every guess at another account from it', async () => {
  const { user } = await person(service);
  const other = await person(service);
  const device = new Browser(service.app);
  await device.signIn(user.email, password);
  await device.post('/api/accounts/logout/');
  for (let tried = 1; tried <= 10; tried++)
    expect((await device.signIn(user.email, 'wrong')).statusCode).toBe(400);
  expect((await device.signIn(user.email, password)).statusCode).toBe(429);
  expect((await device.signIn(other.user.email, password)).statusCode).toBe(200);
});

test('takes a device for known only with a cookie that was set for this account', async () => {
  const { user } = await person(service);
  const other = await person(service);
  const device = new Browser(service.app);
  await device.signIn(other.user.email, password);
  const foreign = device.cookies.get('device') ?? '';
  for (let tried = 1; tried <= 10; tried++) await login(user.email, 'wrong');
  for (const device of [foreign, foreign.replace(/^./, 'x'), '', '.', 'a.b.c', '~~~'])
    expect((await login(user.email, password, { headers: { cookie: `device=${device}` } })).statusCode).toBe(
      429,
    );
});

test('lets a valid session change its password while guesses at the account are refused', async () => {
  const { user } = await person(service);
  const browser = new Browser(service.app);
  await browser.signIn(user.email, password);
  for (let tried = 1; tried <= 11; tried++) await login(user.email, 'wrong');
  const changed = await browser.post('/api/accounts/change-password/', {
    old_password: password,
    password: 'another long one',
    password_confirm: 'another long one',
  });
  expect(changed.statusCode).toBe(200);
});

test('counts wrong old passwords of a session, and refuses the eleventh', async () => {
  const { user } = await person(service);
  const browser = new Browser(service.app);
  await browser.signIn(user.email, password);
  const change = () =>
    browser.post('/api/accounts/change-password/', {
      old_password: 'wrong',
      password: 'another long one',
      password_confirm: 'another long one',
    });
  for (let tried = 1; tried <= 10; tried++) expect((await change()).statusCode).toBe(400);
  expect((await change()).statusCode).toBe(429);
});

test('counts one account however its address is written', async () => {
  const { user } = await person(service);
  const ways = [
    user.email,
    ` ${user.email}`,
    `${user.email}\t`,
    user.email.toUpperCase(),
    `\u00a0${user.email}`,
  ];
  const statuses = [];
  for (let tried = 0; tried < 30; tried++)
    statuses.push((await login(ways[tried % ways.length]!, 'wrong')).statusCode);
  expect(statuses.filter((status) => status !== 429)).toHaveLength(10);
});

test.each(['login', 'token', 'Basic'])('lets ten of 300 parallel wrong guesses by %s pass', async (way) => {
  const { user } = await person(service);
  const guess = (word: string) => {
    if (way === 'login') return login(user.email, word);
    if (way === 'token')
      return service.app.inject({
        method: 'POST',
        url: '/api/token/',
        payload: { email: user.email, password: word },
      });
    const authorization = `Basic ${Buffer.from(`${user.email}:${word}`).toString('base64')}`;
    return service.app.inject({ url: '/api/users/self/', headers: { authorization } });
  };
  const answers = await Promise.all(Array.from({ length: 300 }, (_, at) => guess(`wrong ${at}`)));
  expect(answers.filter(({ statusCode }) => statusCode !== 429)).toHaveLength(10);
});

test('signs in forty times at once with the right password', async () => {
  const { user } = await person(service);
  const answers = await Promise.all(Array.from({ length: 40 }, () => login(user.email, password)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(40).fill(200));
});

test('counts the addresses of one IPv6 network of 64 bits as one, and those of another apart', async () => {
  const { user } = await person(service);
  for (let tried = 1; tried <= 10; tried++)
    await login(user.email, 'wrong', { remoteAddress: `2001:db8:0:1::${tried}` });
  expect((await login(user.email, password, { remoteAddress: '2001:db8:0:1:ffff::1' })).statusCode).toBe(429);
  expect((await login(user.email, password, { remoteAddress: '2001:db8:0:2::1' })).statusCode).toBe(200);
});

test('answers a script’s right Basic credentials while others guess at its account from its address', async () => {
  const { user, headers } = await person(service);
  const ask = (word: string) =>
    service.app.inject({
      url: '/api/users/self/',
      headers: { authorization: `Basic ${Buffer.from(`${user.email}:${word}`).toString('base64')}` },
    });
  const script = () => service.app.inject({ url: '/api/users/self/', headers });
  expect((await script()).statusCode).toBe(200);
  for (let tried = 1; tried <= 12; tried++) await ask(`wrong ${tried}`);
  expect((await script()).statusCode).toBe(200);
  // Cached credentials don't make guessing free: enough refused guesses end that.
  for (let tried = 1; tried <= 100; tried++) await ask(`more ${tried}`);
  expect((await script()).statusCode).toBe(429);
});

test('checks Basic credentials from an address that has not shown them before, and counts them', async () => {
  const { user, headers } = await person(service);
  expect((await service.app.inject({ url: '/api/users/self/', headers })).statusCode).toBe(200);
  const from = { url: '/api/users/self/', remoteAddress: '192.0.2.9' };
  for (let tried = 1; tried <= 10; tried++) {
    const authorization = `Basic ${Buffer.from(`${user.email}:wrong ${tried}`).toString('base64')}`;
    expect((await service.app.inject({ ...from, headers: { authorization } })).statusCode).toBe(401);
  }
  expect((await service.app.inject({ ...from, headers })).statusCode).toBe(429);
});

test('an unknown account is blocked just the same, so that the block reveals nothing', async () => {
  for (let tried = 1; tried <= 10; tried++) await login('nobody@example.org', 'wrong');
  expect((await login('nobody@example.org', 'wrong')).statusCode).toBe(429);
});

test('a hundred failures from one address block that address and no other', async () => {
  for (let tried = 1; tried <= 100; tried++) await login(`${randomUUID()}@example.org`, 'wrong');
  const { user } = await person(service);
  expect((await login(user.email, password)).statusCode).toBe(429);
  expect((await login(user.email, password, { remoteAddress: '192.0.2.7' })).statusCode).toBe(200);
});

test('Basic and tokens share the limit of the sign-in', async () => {
  const { user, headers } = await person(service);
  const wrong = { authorization: `Basic ${Buffer.from(`${user.email}:wrong`).toString('base64')}` };
  for (let tried = 1; tried <= 5; tried++) {
    await service.app.inject({ url: '/api/users/self/', headers: wrong });
    await service.app.inject({
      method: 'POST',
      url: '/api/token/',
      payload: { email: user.email, password: 'wrong' },
    });
  }
  expect((await service.app.inject({ url: '/api/users/self/', headers })).statusCode).toBe(429);
});

test('a signed-in person makes a thousand calls without being throttled', async () => {
  const { headers } = await person(service);
  const answers = await Promise.all(
    Array.from({ length: 1000 }, () => service.app.inject({ url: '/api/organizations/', headers })),
  );
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
