/** Sessions and their CSRF tokens. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sessions, users } from '@cloakroom/service/db/schema.ts';
import { Browser } from '#tests/service/support/browser.ts';
import { password, person, type Someone } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';

const hourMs = 3_600_000;
const service = await startService();
let someone: Someone;
let browser: Browser;
afterAll(() => service.close());
beforeEach(async () => {
  someone = await person(service);
  browser = new Browser(service.app);
  await browser.signIn(someone.user.email, password);
});

test('signing in needs no token, and sets a cookie that no script can read', async () => {
  const newBrowser = new Browser(service.app);
  const answer = await newBrowser.post(
    '/api/accounts/login/',
    { email: ` ${someone.user.email.toUpperCase()} `, password },
    { origin: undefined, 'x-csrftoken': undefined },
  );
  expect(answer.statusCode).toBe(200);
  expect(answer.cookies).toMatchObject([
    { name: 'sessionid', httpOnly: true, sameSite: 'Lax', path: '/' },
    { name: 'csrftoken', sameSite: 'Lax', maxAge: 365 * 24 * 3600 },
    { name: 'device', httpOnly: true, sameSite: 'Lax', path: '/api/', maxAge: 180 * 24 * 3600 },
  ]);
  expect(answer.cookies[0]!.value.length).toBeGreaterThanOrEqual(43);
});

test('cookies are restricted to https when the client uses https', async () => {
  const secure = await startService({ PUBLIC_URL: 'https://console.example.org' });
  try {
    const there = await person(secure);
    const browser = new Browser(secure.app);
    browser.origin = 'https://console.example.org';
    const answer = await browser.signIn(there.user.email, password);
    expect(answer.cookies.map(({ secure }) => secure)).toEqual([true, true, true]);
    expect(answer.headers['strict-transport-security']).toContain('max-age=63072000');
  } finally {
    await secure.close();
  }
});

test('the database knows a session only by its hash', async () => {
  const rows = await service.database.select().from(sessions).where(eq(sessions.user, someone.user.id));
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(browser.cookies.get('sessionid'));
});

test('a session id planted before the sign-in is replaced', async () => {
  const victim = new Browser(service.app);
  victim.cookies.set('sessionid', 'planted');
  await victim.signIn(someone.user.email, password);
  expect(victim.cookies.get('sessionid')).not.toBe('planted');
});

test('signing in again ends the previous session', async () => {
  const before = browser.cookies.get('sessionid')!;
  await browser.signIn(someone.user.email, password);
  const replay = new Browser(service.app);
  replay.cookies.set('sessionid', before);
  expect(await replay.signedIn()).toBe(false);
});

test('signing out ends the session on the server and tells the browser to drop the cookies', async () => {
  const replay = new Browser(service.app);
  for (const [name, value] of browser.cookies) replay.cookies.set(name, value);
  const answer = await browser.post('/api/accounts/logout/');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['clear-site-data']).toBe('"cache", "storage"');
  expect(browser.cookies.has('sessionid')).toBe(false);
  expect(await replay.signedIn()).toBe(false);
});

test('a page of a previous user can’t sign out the current one', async () => {
  const answer = await browser.post('/api/accounts/logout/', undefined, { 'x-expected-user': 'somebody' });
  expect(answer.statusCode).toBe(409);
  expect(decodeURIComponent(String(answer.headers['x-signed-in-as']))).toBe(someone.user.email);
  expect(answer.headers['clear-site-data']).toBeUndefined();
  expect(await browser.signedIn()).toBe(true);
});

test('a session ends after two idle hours, and after a day in any case', async () => {
  service.later(2 * hourMs + 1000);
  expect(await browser.signedIn()).toBe(false);
  await browser.signIn(someone.user.email, password);
  for (let hours = 1; hours <= 23; hours++) {
    service.later(hourMs);
    expect(await browser.signedIn()).toBe(true);
  }
  service.later(hourMs + 1000);
  expect(await browser.signedIn()).toBe(false);
});

test('a deactivated account is signed out at once', async () => {
  await service.database.update(users).set({ isActive: false }).where(eq(users.id, someone.user.id));
  expect(await browser.signedIn()).toBe(false);
  const { headers } = someone;
  expect((await service.app.inject({ url: '/api/users/self/', headers })).statusCode).toBe(401);
});

describe('a cross-site call', () => {
  const rename = { first_name: 'Mallory' };
  const patch = (body: unknown = rename, headers = {}) =>
    browser.call('PATCH', '/api/accounts/profile/', body, headers);
  const nameNow = async () =>
    (await browser.get('/api/users/self/')).json<{ first_name: string }>().first_name;

  test('succeeds with the session’s token from the own origin', async () => {
    expect((await patch()).statusCode).toBe(200);
  });

  test.each([
    ['no token', { 'x-csrftoken': undefined }],
    ['an empty token', { 'x-csrftoken': '' }],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['a foreign port of this machine', { origin: 'http://localhost:3000' }],
    ['an opaque origin', { origin: 'null' }],
    ['no origin from a browser', { origin: undefined, 'sec-fetch-site': 'cross-site' }],
    ['neither origin nor token', { origin: undefined, 'x-csrftoken': undefined }],
    ['a text body', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['an upload form', { 'content-type': 'multipart/form-data; boundary=x' }],
  ])('has no effect with %s', async (_, headers) => {
    const form = 'content-type' in headers;
    const answer = await patch(form ? 'first_name=Mallory' : rename, headers);
    expect([403, 415]).toContain(answer.statusCode);
    expect(answer.json()).toHaveProperty('detail');
    expect(await nameNow()).toBe('Ada');
  });

  test('has no effect with a made-up token, or another person’s', async () => {
    const other = new Browser(service.app);
    await other.signIn((await person(service)).user.email, password);
    for (const token of ['made.up', other.cookies.get('csrftoken')!]) {
      browser.cookies.set('csrftoken', token);
      expect((await patch()).statusCode).toBe(403);
      expect(await nameNow()).toBe('Ada');
    }
  });

  test('cannot sign in to a foreign account', async () => {
    const newBrowser = new Browser(service.app);
    newBrowser.origin = 'https://evil.example';
    expect((await newBrowser.signIn(someone.user.email, password)).statusCode).toBe(403);
    expect(newBrowser.cookies.size).toBe(0);
  });

  test('cannot sign out', async () => {
    const answer = await browser.post('/api/accounts/logout/', undefined, { 'x-csrftoken': undefined });
    expect(answer.statusCode).toBe(403);
    expect(await browser.signedIn()).toBe(true);
  });
});

test('the token is the same until the session changes, in the cookie and in the answer', async () => {
  const first = (await browser.get('/api/csrf/')).json<{ csrfToken: string }>().csrfToken;
  expect(first).toBe(browser.cookies.get('csrftoken'));
  expect((await browser.get('/api/csrf/')).json()).toEqual({ csrfToken: first });
  await browser.signIn(someone.user.email, password);
  expect(browser.cookies.get('csrftoken')).not.toBe(first);
});

test('scripts with Basic need neither a token nor an origin', async () => {
  const call = { method: 'PATCH', url: '/api/accounts/profile/', payload: { first_name: 'Script' } } as const;
  expect((await service.app.inject({ ...call, headers: someone.headers })).statusCode).toBe(200);
});
