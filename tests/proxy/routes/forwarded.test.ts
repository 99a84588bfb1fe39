/** Forwards headers of load balancers and cookies of a service behind https only as far as they are trusted. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessions } from '@cloakroom/service/db/schema.ts';
import { openMail } from '@cloakroom/service/modules/mail/mail.ts';
import { outboxToken } from '@cloakroom/service/modules/mail/outboxToken.ts';
import { password, person } from '#tests/service/support/people.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';
import { startProxy, type TestProxy } from '../support/proxy.ts';

let service: TestService;
let proxy: TestProxy;
beforeAll(async () => {
  service = await startService({ listen: true, TRUSTED_PROXIES: '127.0.0.1' });
  proxy = await startProxy(service.url);
});
afterAll(async () => {
  await proxy.close();
  await service.close();
});

const login = async (headers: Record<string, string>) => {
  const { user } = await person(service);
  return fetch(`${proxy.url}/api/accounts/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ login: user.email, password }),
  });
};

test('does not forward an address that a caller claims, even to a service that trusts this machine', async () => {
  expect((await login({ 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' })).status).toBe(200);
  const rows = await service.database.select().from(sessions);
  expect(rows.map(({ address }) => address)).toEqual(['127.0.0.1']);
});

test('sets its own cookies without “Secure” and sends no Strict-Transport-Security, as its pages use http', async () => {
  const https = await startService({ listen: true, PUBLIC_URL: 'https://console.example' });
  const own = await startProxy(https.url);
  try {
    const { user } = await person(https);
    const answer = await fetch(`${own.url}/api/accounts/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: user.email, password }),
    });
    expect(answer.status).toBe(200);
    const cookies = answer.headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['sessionid', 'csrftoken', 'device']);
    expect(cookies.join()).not.toMatch(/secure/i);
    expect(cookies[0]).toMatch(/; HttpOnly/);
    const values = (await https.database.select().from(sessions)).map(({ idHash }) => idHash);
    expect(values).toHaveLength(1);
    const sent = createHash('sha256')
      .update(/=([^;]*)/.exec(cookies[0]!)![1]!)
      .digest('base64url');
    expect(values).not.toContain(sent);
    expect(answer.headers.get('strict-transport-security')).toBeNull();
  } finally {
    await own.close();
    await https.close();
  }
});

test('shows the outbox to a browser of this machine, and to no request that another server forwarded', async () => {
  await openMail(service.config).send({ to: 'zoe@example.org', subject: 'Secret', text: 'Hello' });
  const address = `${proxy.url}/api/outbox/?token=${outboxToken(service.config)}`;
  expect(await (await fetch(address)).text()).toContain('zoe@example.org');
  for (const headers of [{ 'x-forwarded-for': '203.0.113.9' }, { forwarded: 'for=x' }, { via: '1.1 x' }])
    for (const url of [
      address,
      address.replace('/outbox/', '//outbox/'),
      address.replace('out', '%6fut'),
      address.replace('/outbox/', '/x/../outbox/'),
      address.replace('/outbox/', '/outbox/x/'),
    ]) {
      const answer = await fetch(url, { headers });
      expect(answer.status).toBe(404);
      const status: unknown = await (await fetch(`${proxy.url}/api/status/`, { headers })).json();
      expect(status).toMatchObject({ status: 'ok', behind_proxy: true });
      expect(status).not.toHaveProperty('outbox');
    }
  const closed = await fetch(`${proxy.url}/api/outbox/`);
  expect(closed.status).toBe(403);
  expect(await closed.text()).not.toContain('zoe');
});
