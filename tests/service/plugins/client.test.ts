/** The client address of a request, behind load balancers and without them. */
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { addressIn, senderOf } from '@cloakroom/service/addresses.ts';
import { auditLog, sessions } from '@cloakroom/service/db/schema.ts';
import { trustedProxies } from '@cloakroom/service/trustedProxies.ts';
import { password, person } from '#tests/service/support/people.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';

const started = new Map<string, Promise<TestService>>();
afterAll(async () => {
  for (const service of started.values()) await (await service).close();
});

/** One service for each setting of TRUSTED_PROXIES. */
function trusting(setting: string): Promise<TestService> {
  const service = started.get(setting) ?? startService({ TRUSTED_PROXIES: setting });
  started.set(setting, service);
  return service;
}

/** Signs a new person in through a machine with these headers. */
async function signIn(setting: string, remoteAddress: string, headers: Record<string, string>) {
  const service = await trusting(setting);
  const { user } = await person(service);
  const payload = { login: user.email, password };
  const url = '/api/accounts/login/';
  const answer = await service.app.inject({ method: 'POST', url, payload, remoteAddress, headers });
  return { service, user, answer };
}

// prettier-ignore
test.each([
  ['no proxy, by default', '', '10.0.0.1', '203.0.113.9', '10.0.0.1'],
  ['an address', '10.0.0.1', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['a network', '192.168.0.0/16, 10.0.0.0/8', '10.9.9.9', '203.0.113.9', '203.0.113.9'],
  ['a network of IPv6', 'fd00::/8', 'fd00::7', '2001:db8::1', '2001:db8::1'],
  ['an address that a socket writes as IPv6', '10.0.0.1', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['not the machine that asks', '10.0.0.1', '198.51.100.4', '203.0.113.9', '198.51.100.4'],
  ['what the balancer added, not what it was sent', '10.0.0.1', '10.0.0.1', '192.0.2.1, 203.0.113.9', '203.0.113.9'],
  ['two balancers', '10.0.0.0/8', '10.0.0.1', '192.0.2.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['two balancers by number', '2', '10.0.0.1', '192.0.2.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['one balancer by number', '1', '10.0.0.1', '192.0.2.1, 203.0.113.9', '203.0.113.9'],
  ['an entry with a port', '1', '10.0.0.1', '203.0.113.9:5012', '203.0.113.9'],
  ['an IPv6 entry with a port', '1', '10.0.0.1', '[2001:db8::1]:5012', '2001:db8::1'],
  ['no entry that is not an address', '1', '10.0.0.1', '<script>', '10.0.0.1'],
  ['an empty header', '1', '10.0.0.1', '', '10.0.0.1'],
])('believes %s', async (_, setting, remoteAddress, forwarded, address) => {
  const { service, user, answer } = await signIn(setting, remoteAddress, { 'x-forwarded-for': forwarded });
  expect(answer.statusCode).toBe(200);
  const shown = await service.database.select().from(sessions).where(eq(sessions.user, user.id));
  expect(shown.map((session) => session.address)).toEqual([address]);
});

test('writes the client’s address into the audit log', async () => {
  const service = await trusting('10.0.0.1');
  const { headers, user } = await person(service);
  const answer = await service.app.inject({
    method: 'POST',
    url: '/api/organizations/',
    payload: { name: 'Clinic' },
    remoteAddress: '10.0.0.1',
    headers: { ...headers, 'x-forwarded-for': '203.0.113.9' },
  });
  expect(answer.statusCode).toBe(201);
  const rows = await service.database.select().from(auditLog).where(eq(auditLog.actor, user.id));
  expect(new Set(rows.map(({ address }) => address))).toEqual(new Set(['203.0.113.9']));
});

test.each([
  ['10.0.0.1', true],
  ['198.51.100.4', false],
])('from %s, X-Forwarded-Proto: https makes cookies secure and asks for https: %s', async (from, secure) => {
  const { answer } = await signIn('10.0.0.1', from, { 'x-forwarded-proto': 'https' });
  expect(answer.cookies.map((cookie) => cookie.secure ?? false)).toEqual([secure, secure, secure]);
  expect(answer.headers['strict-transport-security']).toBe(
    secure ? 'max-age=63072000; includeSubDomains' : undefined,
  );
});

test.each([
  ['10.0.0.1', 'https://console.example', 200],
  ['10.0.0.1', 'http://console.example', 403],
  ['10.0.0.1', 'https://evil.example', 403],
  ['198.51.100.4', 'https://console.example', 403],
])('a page behind %s with the origin %s is answered %s', async (from, origin, status) => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'console.example' };
  expect((await signIn('10.0.0.1', from, { origin, ...forwarded })).answer.statusCode).toBe(status);
});

test('links lead to PUBLIC_URL, whatever host a request or a trusted balancer names', async () => {
  const service = await trusting('10.0.0.1');
  const { user } = await person(service);
  await service.app.inject({
    method: 'POST',
    url: '/api/accounts/register/',
    payload: { email: user.email, first_name: 'A', password, password_confirm: password },
    remoteAddress: '10.0.0.1',
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  });
  expect(service.mails()[0]?.text).toContain('http://localhost:8080/login');
  expect(service.mails()[0]?.text).not.toContain('evil.example');
});

test.each([
  ['0', 'as a number'],
  ['11', 'as a number'],
  ['balancer', '"balancer" is neither'],
  ['10.0.0.0/33', '"10.0.0.0/33" is neither'],
  ['10.0.0.1,', '"" is neither'],
  ['0.0.0.0/0', 'would trust the address'],
  ['::/0', 'would trust the address'],
])('refuses TRUSTED_PROXIES=%s with a message', (setting, words) => {
  expect(() => trustedProxies(setting)).toThrow(words);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
])('counts %s as %s', (address, sender) => {
  expect(senderOf(addressIn(address) ?? '')).toBe(sender);
});
