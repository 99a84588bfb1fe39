/** Two people in two tabs of one browser: a call of one's page is never answered or carried out as the other. */
import { afterAll, expect, test } from 'vitest';
import { api } from '@cloakroom/contract/api.ts';
import { person } from '#tests/service/support/people.ts';
import { startProxyStack } from '../support/proxyStack.ts';

const world = await startProxyStack();
const { service, proxy, owner: ada } = world;
const eve = await person(service);
afterAll(() => world.close());

/** A call with Eve's session from a page that belongs to `expected`. */
const asEve = (at: string, method: string, path: string, expected?: string) =>
  fetch(at + path, {
    method,
    headers: {
      ...eve.headers,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(expected === undefined ? {} : { 'x-expected-user': expected }),
    },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });
const theirs = api
  .filter(({ call }) => call.access === 'user')
  .map(({ call }) => ({ method: call.method, path: call.path.replace(/:\w+/g, 'x'), by: call.answeredBy }));

test('every call of Ada’s page that would be sent as Eve is refused, at the proxy and at the service', async () => {
  expect(theirs.length).toBeGreaterThan(40);
  for (const { method, path, by } of theirs) {
    const answer = await asEve(proxy.url, method, path, ada.user.id);
    expect(answer.status, `${method} ${path}`).toBe(409);
    expect(decodeURIComponent(answer.headers.get('x-signed-in-as') ?? '')).toBe(eve.user.email);
    if (by !== 'proxy')
      expect((await asEve(service.url, method, path, ada.user.id)).status, `${method} ${path}`).toBe(409);
  }
});

test('Eve’s own page, and a program without the header, are answered', async () => {
  for (const expected of [eve.user.id, undefined]) {
    expect((await asEve(proxy.url, 'GET', '/api/users/self/', expected)).status).toBe(200);
    expect((await asEve(proxy.url, 'GET', '/api/jobs/', expected)).status).toBe(200);
  }
});
