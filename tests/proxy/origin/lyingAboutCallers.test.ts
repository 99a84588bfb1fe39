/** A service that lies about who calls opens no keyring. */
import { readdir } from 'node:fs/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { visitor } from '#tests/proxy/support/visitor.ts';
import { basic, jsonHeaders, opens, startLied, welcome, wordsOf } from './support.ts';

const world = await startLied();
const { liar, proxy, victim, signedIn, nameEverybody } = world;
afterEach(() => liar.reset());
afterAll(() => world.close());

describe('a service that names the victim for every caller', () => {
  test('opens no keyring for a made-up Basic header', async () => {
    const ada = await victim();
    await nameEverybody(ada);
    const mallory = visitor(proxy, basic('mallory@example.org', 'anything at all'));
    expect((await mallory.send('POST', '/api/keyring/phrase/')).status).toBe(403);
  });

  test('opens no keyring for a made-up token', async () => {
    const ada = await victim();
    await nameEverybody(ada);
    const mallory = visitor(proxy, { authorization: 'Bearer made.up.token' });
    expect((await mallory.send('POST', '/api/keyring/phrase/')).status).toBe(403);
  });

  test('opens no keyring for a sign-in with any password', async () => {
    const ada = await victim();
    await nameEverybody(ada);
    liar.lie('POST /api/accounts/login/', () => welcome);
    const mallory = visitor(proxy);
    await mallory.signIn(ada.user.email, 'anything at all');
    expect((await mallory.send('POST', '/api/keyring/phrase/')).status).toBe(403);
  });

  test('shows and cancels no upload of the victim, and neither locks the keyring nor changes its passphrase', async () => {
    const ada = await victim();
    await nameEverybody(ada);
    const mallory = visitor(proxy, basic(ada.user.email, 'made up'));
    expect(await (await mallory.send('GET', '/api/jobs/')).json()).toEqual([]);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', 'seen/'],
    ] as const)
      expect(
        (await mallory.send(method, `/api/jobs/0d9e0000-0000-4000-8000-000000000000/${path}`)).status,
      ).toBe(404);
    for (const [method, path, body] of [
      ['POST', 'lock/', undefined],
      ['PUT', 'passphrase/', { passphrase: 'staple battery horse' }],
      ['POST', 'phrase/waive/', undefined],
      ['POST', 'phrase/confirm/', { words: [1, 2, 3].map((position) => ({ position, word: 'zoo' })) }],
    ] as const)
      expect((await mallory.send(method, `/api/keyring/${path}`, body)).status, path).toBe(403);
  });

  test('cannot join words of its own to the victim’s keyring', async () => {
    const [ada, eve] = [await victim(), await victim()];
    const planted = await wordsOf(visitor(proxy, eve.headers));
    await nameEverybody(ada);
    const mallory = visitor(proxy, basic('mallory@example.org', 'made up'));
    const answer = await mallory.send('POST', '/api/keyring/restore/', { words: planted });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('not the words of the keyring on this machine');
    expect((await mallory.keyring()).state).toBe('unproven');
  });

  test('cannot replace the password that the keyring accepts', async () => {
    const ada = await victim();
    await nameEverybody(ada);
    liar.lie('POST /api/accounts/login/', () => welcome);
    liar.lie('POST /api/accounts/change-password/', () => ({ ...welcome, text: '{"detail": "Changed"}' }));
    liar.lie('POST /api/accounts/reset-password/', () => ({ ...welcome, text: '{"detail": "Changed"}' }));
    const mallory = visitor(proxy);
    await mallory.signIn('mallory@example.org', 'made up');
    const chosen = { password: 'made up too', password_confirm: 'made up too' };
    const change = await mallory.send('POST', '/api/accounts/change-password/', {
      old_password: 'x',
      ...chosen,
    });
    expect(change.status).toBe(200);
    const link = { user_id: ada.user.id, timestamp: '1', signature: 'x' };
    expect((await mallory.send('POST', '/api/accounts/reset-password/', { ...link, ...chosen })).status).toBe(
      200,
    );
    expect(await opens(mallory)).toBe(false);
    await mallory.signIn('mallory@example.org', chosen.password);
    expect(await opens(mallory)).toBe(false);
    liar.reset();
    expect(await opens(await signedIn(ada))).toBe(true);
  });

  test('gains nothing by giving two sessions the same cookies', async () => {
    const ada = await victim();
    const hers = await signedIn(ada);
    const sent = () => liar.requests.at(-1)?.headers.cookie ?? '';
    expect(await opens(hers)).toBe(true);
    await hers.send('GET', '/api/users/self/');
    const [, sessionid = ''] = /sessionid=([^;]+)/.exec(sent()) ?? [];
    const cookies = sent()
      .split('; ')
      .map((cookie) => `${cookie}; Path=/`);
    await nameEverybody(ada);
    liar.lie('POST /api/accounts/login/', () => ({
      ...welcome,
      headers: { ...jsonHeaders, 'set-cookie': cookies },
    }));
    const mallory = visitor(proxy);
    await mallory.signIn('mallory@example.org', 'made up');
    await mallory.send('GET', '/api/users/self/');
    expect(sent()).toContain(sessionid);
    expect(await opens(mallory)).toBe(false);
  });

  test('cannot name a file outside the folder of keyrings', async () => {
    liar.lie('POST /api/accounts/login/', () => welcome);
    liar.lie('GET /api/users/self/', (truth) => ({ ...truth, status: 200, headers: jsonHeaders, text: JSON.stringify({ ...stranger, id: '../../planted' }) })); // prettier-ignore
    const answer = await visitor(proxy).send('POST', '/api/accounts/login/', {
      login: 'm',
      password: 'made up',
    });
    expect(answer.status).toBe(502);
    expect(await readdir(proxy.dataDir)).not.toContain('planted.verifier');
  });
});

const stranger = {
  id: '', url: '/api/users/x/', email: 'm@example.org', username: 'm', first_name: '', last_name: '', has_identity: false, is_active: true,
  is_superuser: false, date_joined: '2026-11-23T00:00:00Z', last_login: null, settings: { plan: { product_name: 'Free' } }, organizations: [],
}; // prettier-ignore
