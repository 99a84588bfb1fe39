/** A keyring opens only for something of its person that the service does not have. */
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startProxy } from '#tests/proxy/support/proxy.ts';
import { visitor } from '#tests/proxy/support/visitor.ts';
import { password, person, type Someone } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { lyingService } from '#tests/support/lyingService.ts';

const service = await startService({ listen: true });
const liar = await lyingService(service.url);
const proxy = await startProxy(liar.url);
afterEach(() => liar.repent());
afterAll(async () => {
  await proxy.close();
  await liar.close();
  await service.close();
});

const basic = (email: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${email}:${secret}`).toString('base64')}`,
});

/** A person who has used this machine: there is a keyring. */
async function victim(): Promise<Someone> {
  const who = await person(service);
  expect((await visitor(proxy, who.headers).keyring()).state).toBe('open');
  return who;
}

/** The service says of every caller that they are the victim. */
const nameEverybody = async ({ user, headers }: Someone) => {
  const answer = await fetch(`${service.url}/api/users/self/`, { headers });
  const text = await answer.text();
  expect(text).toContain(user.id);
  liar.lie('GET /api/users/self/', () => ({ status: 200, headers: jsonHeaders, text })); // prettier-ignore
};

const jsonHeaders = { 'content-type': 'application/json' };
/** The answer to a sign-in, whatever the password was. */
const welcome = {
  status: 200,
  headers: { ...jsonHeaders, 'set-cookie': ['sessionid=chosen; Path=/', 'csrftoken=chosen; Path=/'] },
  text: '{"detail": "Login successful"}',
};

describe('a service that says of everybody that they are the victim', () => {
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
});
