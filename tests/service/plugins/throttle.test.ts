/** Guessing passwords and flooding mailboxes. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { attempts } from '#service/db/schema.ts';
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

test('after ten wrong passwords an account rests, whatever address is claimed, and then its owner gets in', async () => {
  const { user } = await person(service);
  for (let tried = 1; tried <= 10; tried++) {
    const headers = { 'x-forwarded-for': `10.0.0.${tried}` };
    expect((await login(user.email, 'wrong', { headers })).statusCode).toBe(400);
  }
  const refused = await login(user.email, password, { remoteAddress: '192.0.2.7' });
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.json<{ detail: string }>().detail).toMatch(
    /^Too many attempts. Try again in \d+ minutes?\.$/,
  );
  expect((await login((await person(service)).user.email, password)).statusCode).toBe(200);
  service.later(15 * 60_000);
  expect((await login(user.email, password)).statusCode).toBe(200);
});

test('an unknown account rests just the same, so that resting tells nothing', async () => {
  for (let tried = 1; tried <= 10; tried++) await login('nobody@example.org', 'wrong');
  expect((await login('nobody@example.org', 'wrong')).statusCode).toBe(429);
});

test('a hundred failures from one address stop that address and no other', async () => {
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

test('somebody who is signed in makes a thousand calls without being slowed', async () => {
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

test('the counts name nobody', async () => {
  await login('somebody@example.org', 'wrong');
  expect(JSON.stringify(await service.database.select().from(attempts))).not.toContain('somebody');
});

test('a sign-in tells an unknown address, a wrong password and an inactive account apart by nothing', async () => {
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
