/** The sessions of a person: where, until when, and signing out remotely. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Session, SessionEnd } from '@cloakroom/contract/sessions.ts';
import { Browser } from '#tests/service/support/browser.ts';
import { password, person, type Someone } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';

const hourMs = 3_600_000;
const list = '/api/accounts/sessions/';
const service = await startService();
let someone: Someone;
let asking: Browser;
let remote: Browser;
afterAll(() => service.close());
beforeEach(async () => {
  someone = await person(service);
  [asking, remote] = [new Browser(service.app), new Browser(service.app)];
  await asking.signIn(someone.user.email, password);
  await remote.post(
    '/api/accounts/login/',
    { login: someone.user.email, password },
    { 'user-agent': 'Another Browser 1.0' },
  );
});
const sessionsOf = async (browser: Browser) => (await browser.get(list)).json<Session[]>();

test('a person’s sessions are listed with time and place, and the calling one is marked', async () => {
  const mine = await sessionsOf(asking);
  expect(mine).toHaveLength(2);
  expect(mine.filter(({ current }) => current)).toHaveLength(1);
  const other = mine.find(({ current }) => !current)!;
  expect(other).toMatchObject({ user_agent: 'Another Browser 1.0', address: '127.0.0.1' });
  expect(Date.parse(other.created)).toBeLessThanOrEqual(Date.parse(other.last_seen));
  const current = (await sessionsOf(remote)).find(({ current }) => current);
  expect(current?.id).toBe(other.id);
  expect((await asking.get(`${list}?limit=1`)).headers['x-total-count']).toBe('2');
});

test('nothing in the list allows a sign-in', async () => {
  const { body } = await asking.get(list);
  for (const browser of [asking, remote]) expect(body).not.toContain(browser.cookies.get('sessionid'));
  for (const { id } of await sessionsOf(asking)) {
    const guess = new Browser(service.app);
    guess.cookies.set('sessionid', id);
    expect(await guess.signedIn()).toBe(false);
  }
});

test('a remotely ended session can’t be used again, and the calling one continues', async () => {
  const other = (await sessionsOf(asking)).find(({ current }) => !current)!;
  expect((await asking.call('DELETE', other.url)).statusCode).toBe(204);
  expect([await asking.signedIn(), await remote.signedIn()]).toEqual([true, false]);
  expect((await asking.call('DELETE', other.url)).statusCode).toBe(404);
});

test('ending the calling session signs out', async () => {
  const own = (await sessionsOf(asking)).find(({ current }) => current)!;
  expect((await asking.call('DELETE', own.url)).statusCode).toBe(204);
  expect(asking.cookies.has('sessionid')).toBe(false);
  expect([await asking.signedIn(), await remote.signedIn()]).toEqual([false, true]);
});

test('signing out everywhere else leaves the calling session', async () => {
  const third = new Browser(service.app);
  await third.signIn(someone.user.email, password);
  expect((await asking.post(`${list}end-others/`)).json()).toEqual({
    detail: 'You are signed out everywhere else.',
  });
  expect(await Promise.all([asking, remote, third].map((browser) => browser.signedIn()))).toEqual([
    true,
    false,
    false,
  ]);
  expect(await sessionsOf(asking)).toMatchObject([{ current: true }]);
});

test('a script that signs in with Basic ends every session, and has none itself', async () => {
  const { headers } = someone;
  expect((await service.app.inject({ url: '/api/accounts/session/', headers })).statusCode).toBe(404);
  await service.app.inject({ method: 'POST', url: `${list}end-others/`, headers });
  expect([await asking.signedIn(), await remote.signedIn()]).toEqual([false, false]);
});

const end = async () => (await asking.get('/api/accounts/session/')).json<SessionEnd>();

test('asking when a session ends doesn’t extend it, and every other call does', async () => {
  const first = await end();
  expect(first).toMatchObject({ idle_seconds: 7200 });
  expect(first.seconds_left).toBeGreaterThan(7190);
  expect(Date.parse(first.ends_at) - Date.parse(first.expires_at)).toBe(22 * hourMs);

  service.later(hourMs);
  const later = await end();
  expect(later.expires_at).toBe(first.expires_at);
  expect(later.seconds_left).toBeLessThanOrEqual(3600);
  expect((await end()).expires_at).toBe(first.expires_at);

  await asking.get('/api/users/self/');
  expect(Date.parse((await end()).expires_at) - Date.parse(first.expires_at)).toBeGreaterThanOrEqual(hourMs);

  service.later(2 * hourMs + 1_000);
  expect((await asking.get('/api/accounts/session/')).statusCode).toBe(401);
});

test('a session can’t be extended beyond a day, and the countdown shows it; an expired one is not listed', async () => {
  for (let hours = 0; hours < 23; hours++) {
    service.later(hourMs);
    await asking.get('/api/users/self/');
  }
  const { expires_at, ends_at, seconds_left } = await end();
  expect(expires_at).toBe(ends_at);
  expect(seconds_left).toBeLessThanOrEqual(3600);
  expect(await sessionsOf(asking)).toMatchObject([{ current: true }]);
});
