/** A session or a program opens a person's keyring only with something that this proxy has seen or stored. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startProxy, type Headers } from '#tests/proxy/support/proxy.ts';
import { visitor } from '#tests/proxy/support/visitor.ts';
import { password, person, type Someone } from '#tests/service/support/people.ts';
import { basic, jsonHeaders, newPassword, opens, startLied, welcome, wordsOf } from './support.ts';

const world = await startLied();
const { service, liar, proxy, victim, signedIn, changeElsewhere, keyringFile, passphraseOf } = world;
afterEach(() => liar.reset());
afterAll(() => world.close());

describe('a session', () => {
  test('that began with the password opens the keyring, also after a restart of the proxy', async () => {
    const own = await startProxy(liar.url);
    const ada = await person(service);
    const browser = visitor(own);
    await browser.signIn(ada.user.email, password);
    expect((await browser.keyring()).state).toBe('open');
    await own.app.close();
    const again = await startProxy(liar.url, own.dataDir);
    const later = browser.at(again);
    expect((await later.keyring()).state).toBe('open');
    expect((await later.send('PATCH', '/api/accounts/profile/', { first_name: 'Augusta' })).status).toBe(200);
    await again.close();
  });

  test('is stored without anything that could sign in', async () => {
    const ada = await victim();
    const browser = await signedIn(ada);
    await browser.send('GET', '/api/users/self/');
    const [, service = 'none'] = /sessionid=([^;]+)/.exec(liar.requests.at(-1)?.headers.cookie ?? '') ?? [];
    const place = join(proxy.dataDir, 'sessions.json');
    const stored = await readFile(place, 'utf8');
    for (const secret of [
      service,
      browser.jar.get('sessionid')!,
      browser.jar.get('csrftoken')!,
      browser.jar.get('device')!,
    ])
      expect(stored).not.toContain(secret);
    for (const path of [
      place,
      `${place}.copy`,
      keyringFile(ada, 'verifier'),
      keyringFile(ada, 'verifier.copy'),
    ])
      expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('sends the service no cookie of the proxy’s, and the browser none of the service’s', async () => {
    const ada = await victim();
    const browser = await signedIn(ada);
    await browser.send('PATCH', '/api/accounts/profile/', { first_name: 'Ada' });
    const own = ['sessionid', 'csrftoken', 'device'].map((name) => browser.jar.get(name)!);
    const { headers } = liar.requests.at(-1)!;
    for (const value of own) expect(JSON.stringify(headers)).not.toContain(value);
    expect([...browser.jar.keys()].sort()).toEqual(['csrftoken', 'device', 'sessionid']);
    const row = /sessionid=([^;]+)/.exec(headers.cookie ?? '')?.[1];
    expect(row).toBeDefined();
    expect(own).not.toContain(row);
  });

  test('ends here when its person signs out, and the browser stays known to the service', async () => {
    const ada = await victim();
    const browser = await signedIn(ada);
    const before = new Map(browser.jar);
    const out = await browser.send('POST', '/api/accounts/logout/');
    expect(out.headers.get('clear-site-data')).toBe('"cache", "storage"');
    expect(browser.jar.has('sessionid')).toBe(false);
    expect((await visitor(proxy, {}, before).send('GET', '/api/jobs/')).status).toBe(401);
    await browser.signIn(ada.user.email, password);
    const login = liar.requests.findLast(({ url }) => url === '/api/accounts/login/');
    expect(login?.headers.cookie).toMatch(/^device=/);
  });

  test('that began with another password opens nothing until the passphrase is entered; then that password counts', async () => {
    const ada = await victim();
    await changeElsewhere(ada);
    const browser = await signedIn(ada, newPassword);
    expect(await browser.keyring()).toMatchObject({
      state: 'unproven',
      passphrase: 'file',
      phrase: null,
      device_id: null,
    });
    const refused = await browser.send('POST', '/api/keyring/phrase/');
    expect(await refused.json()).toMatchObject({
      detail: expect.stringMatching(/passphrase or its 24 words under Identities/) as string,
    });
    expect((await browser.send('GET', '/api/datasets/')).status).toBe(200);
    const unlocked = await browser.send('POST', '/api/keyring/unlock/', {
      passphrase: await passphraseOf(ada),
    });
    expect(await unlocked.json()).toMatchObject({ state: 'open' });
    expect(await opens(browser)).toBe(true);
    expect(await opens(await signedIn(ada, newPassword))).toBe(true);
    expect(await opens(visitor(proxy, basic(ada.user.email, newPassword)))).toBe(true);
  });

  test('is opened by the 24 words as well', async () => {
    const ada = await victim();
    const words = await wordsOf(visitor(proxy, ada.headers));
    await changeElsewhere(ada);
    const browser = await signedIn(ada, newPassword);
    const other = words.split(' ').toReversed().join(' ');
    expect((await browser.send('POST', '/api/keyring/restore/', { words: other })).status).toBe(422);
    expect(await opens(browser)).toBe(false);
    expect(
      (await browser.send('POST', '/api/keyring/restore/', { words: `  ${words.toUpperCase()} ` })).status,
    ).toBe(200);
    expect(await opens(browser)).toBe(true);
  });

  test('that changes its password continues, and another one of the same person has to sign in again', async () => {
    const ada = await victim();
    const [browser, other] = [await signedIn(ada), await signedIn(ada)];
    const change = { old_password: password, password: newPassword, password_confirm: newPassword };
    const before = browser.jar.get('sessionid');
    expect((await browser.send('POST', '/api/accounts/change-password/', change)).status).toBe(200);
    expect(browser.jar.get('sessionid')).not.toBe(before);
    expect(await opens(browser)).toBe(true);
    expect((await other.send('GET', '/api/materials/overrides/')).status).toBe(401);
    expect(await opens(await signedIn(ada, newPassword))).toBe(true);
  });

  test('may make many calls at once on the first day, and so may a program', async () => {
    const [zoe, ben] = [await person(service), await person(service)];
    const provided = await sessionAtService(zoe);
    liar.lie('POST /api/allauth/browser/v1/auth/provider/token', () => provided);
    const browser = visitor(proxy);
    const token = { client_id: 'x', id_token: 'x' };
    const body = { provider: 'google', process: 'login', token };
    await browser.send('POST', '/api/allauth/browser/v1/auth/provider/token', body);
    for (const calls of [browser, visitor(proxy, ben.headers)])
      expect(await Promise.all(Array.from({ length: 12 }, () => opens(calls)))).toEqual(Array(12).fill(true));
  });

  test('without a password makes a keyring on its first day, and needs the passphrase on the next', async () => {
    const zoe = await person(service);
    /** A sign-in with a provider: the service gives a session, and the proxy sees no password. */
    liar.lie('POST /api/allauth/browser/v1/auth/provider/token', (truth) => ({ ...truth, ...provided }));
    const provided = await sessionAtService(zoe);
    const arrive = async () => {
      const browser = visitor(proxy);
      const token = { client_id: 'x', id_token: 'x' };
      const answer = await browser.send('POST', '/api/allauth/browser/v1/auth/provider/token', { provider: 'google', process: 'login', token }); // prettier-ignore
      expect(answer.status).toBe(200);
      return browser;
    };
    const first = await arrive();
    expect((await first.keyring()).state).toBe('open');
    expect(await opens(first)).toBe(true);
    Object.assign(provided, await sessionAtService(zoe));
    const next = await arrive();
    expect((await next.keyring()).state).toBe('unproven');
    // A password does not open it either: the service could claim that the account has one.
    expect(await opens(visitor(proxy, basic(zoe.user.email, password)))).toBe(false);
    await next.send('POST', '/api/keyring/unlock/', { passphrase: await passphraseOf(zoe) });
    expect(await opens(next)).toBe(true);
    expect(await opens(first)).toBe(true);
  });
});

/** The cookies of a session that was begun at the service itself. */
async function sessionAtService({ user }: Someone) {
  const answer = await fetch(`${service.url}/api/accounts/login/`, {
    method: 'POST',
    headers: jsonHeaders,
    body: JSON.stringify({ login: user.email, password }),
  });
  return { ...welcome, headers: { ...jsonHeaders, 'set-cookie': answer.headers.getSetCookie() } };
}

describe('a program', () => {
  test('opens the keyring by Basic with the right password, and a minute later without asking the service again', async () => {
    const ada = await victim();
    const calls = visitor(proxy, ada.headers);
    expect(await Promise.all(Array.from({ length: 20 }, () => opens(calls)))).toEqual(Array(20).fill(true));
    await changeElsewhere(ada);
    expect(await opens(visitor(proxy, basic(ada.user.email, newPassword)))).toBe(false);
  });

  test('opens it by a token that was issued through this proxy, and by refreshed tokens', async () => {
    const ada = await victim();
    const issued = async (at: string, path: string, body: object) => {
      const answer = await fetch(`${at}/api/token/${path}`, {
        method: 'POST',
        headers: jsonHeaders,
        body: JSON.stringify(body),
      });
      return (await answer.json()) as { access: string; refresh: string };
    };
    const bearer = ({ access }: { access: string }): Headers => ({ authorization: `Bearer ${access}` });
    const credentials = { email: ada.user.email, password };
    const own = await issued(proxy.url, '', credentials);
    expect(await opens(visitor(proxy, bearer(own)))).toBe(true);
    expect(
      await opens(visitor(proxy, bearer(await issued(proxy.url, 'refresh/', { refresh: own.refresh })))),
    ).toBe(true);
    const elsewhere = await issued(service.url, '', credentials);
    const calls = visitor(proxy, bearer(elsewhere));
    if (elsewhere.access !== own.access) expect(await opens(calls)).toBe(false);
    expect(
      (await calls.send('POST', '/api/keyring/unlock/', { passphrase: await passphraseOf(ada) })).status,
    ).toBe(200);
    expect(await opens(calls)).toBe(true);
  });
});
