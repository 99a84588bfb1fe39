import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { api } from '@cloakroom/contract/api.ts';
import { startProxyStack } from '../support/proxyStack.ts';
import type { Headers } from '../support/proxy.ts';

const world = await startProxyStack();
const { proxy, owner: ada } = world;
const { port } = new URL(proxy.url);
const agent = new Agent({ keepAlive: true });
afterAll(async () => {
  agent.destroy();
  await world.close();
});

/** Sends a request as a hostile page could cause it: every header is free, the connection is to loopback. */
function send(method: string, path: string, headers: Headers, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    const options = { agent, host: '127.0.0.1', port, method, path, headers: { ...length, ...headers } };
    const sent = httpRequest(options, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const own = () => `localhost:${port}`;
/** Every call of the contract, with ids that do not exist. */
const calls = api.map(({ call }) => ({ method: call.method, path: call.path.replace(/:\w+/g, 'x') }));
const unsafe = calls.filter(({ method }) => method !== 'GET');

describe('a page whose own host name resolves to this machine', () => {
  test.each(['evil.test', 'localhost.evil.test', '0.0.0.0', '127.0.0.1', 'localhost', 'localhost:1', '[::]'])(
    'is refused on every call with the host %s',
    async (name) => {
      const host = name.includes(':') || !name.startsWith('evil') ? name : `${name}:${port}`;
      for (const { method, path } of calls)
        expect(await send(method, path, { host, ...ada.headers }), `${method} ${path}`).toBe(421);
    },
  );
});

test.each(['localhost', '127.0.0.1', '[::1]'])('serves this machine’s own name %s', async (name) => {
  const host = `${name}:${port}`;
  expect(await send('GET', '/api/users/self/', { host, origin: `http://${host}`, ...ada.headers })).toBe(200);
});

test.each([
  'https://evil.test',
  'null',
  'http://localhost',
  'https://localhost:1',
  'http://localhost.evil.test',
  '',
])('a page of the origin "%s" is refused on every call', async (origin) => {
  for (const { method, path } of calls)
    expect(await send(method, path, { host: own(), origin, ...ada.headers }), `${method} ${path}`).toBe(403);
});

test.each(['cross-site', 'same-site'])(
  'a %s request without an origin is refused on every call',
  async (site) => {
    for (const { method, path } of calls)
      expect(await send(method, path, { host: own(), 'sec-fetch-site': site, ...ada.headers })).toBe(403);
  },
);

test.each([
  'text/plain',
  'application/x-www-form-urlencoded; charset=utf-8',
  'multipart/form-data; boundary=x',
])('a body that a form could send as %s is refused on every call', async (type) => {
  for (const { method, path } of unsafe)
    expect(await send(method, path, { host: own(), 'content-type': type, ...ada.headers }, '{}')).toBe(415);
});

test('an unsafe call without any header of its own is refused', async () => {
  for (const { method, path } of unsafe) {
    expect(await send(method, path, { host: own() })).toBe(403);
    expect(await send(method, path, { host: own(), 'content-type': '' })).toBe(403);
  }
});

test('answers 401 without a sign-in before any key is used', async () => {
  const json = { host: own(), 'content-type': 'application/json' };
  for (const path of [
    '/api/records/search/',
    '/api/records/decrypt/',
    '/api/records/ingest/',
    '/api/jobs/upload/',
  ])
    expect(await send('POST', path, { ...json, authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' }, '[]')).toBe(
      401,
    );
  for (const path of ['/api/jobs/', '/api/materials/overrides/'])
    expect(await send('GET', path, json)).toBe(401);
});

test('a session is used only with its own CSRF token', async () => {
  const [session, other] = [await world.session(), await world.session()];
  const headers = { host: own(), 'content-type': 'application/json', cookie: session.cookie };
  const made = `${'A'.repeat(22)}.${'B'.repeat(43)}`;
  const before = session.cookie.replace(/csrftoken=[^;]*/, `csrftoken=${other['x-csrftoken']}`);
  for (const path of [
    '/api/records/search/',
    '/api/records/decrypt/',
    '/api/records/ingest/',
    '/api/jobs/upload/',
    '/api/datasets/',
    '/api/accounts/change-password/',
    '/api/accounts/logout/',
  ]) {
    expect(await send('POST', path, headers, '[]'), path).toBe(403);
    for (const token of ['wrong', made, other['x-csrftoken']]) {
      expect(await send('POST', path, { ...headers, 'x-csrftoken': token }, '[]'), path).toBe(403);
      // A planted cookie that matches the header does not help.
      const planted = { ...headers, cookie: before, 'x-csrftoken': token };
      expect(await send('POST', path, planted, '[]'), path).toBe(403);
    }
  }
  const right = { ...headers, 'x-csrftoken': session['x-csrftoken'] };
  expect(await send('PATCH', '/api/accounts/profile/', right, '{"first_name": "Augusta"}')).toBe(200);
});

test('a session that the proxy does not know is refused, whatever its cookies are', async () => {
  const json = { host: own(), 'content-type': 'application/json', 'x-csrftoken': 'right' };
  const headers = { ...json, cookie: 'sessionid=s; csrftoken=right' };
  for (const path of ['/api/records/search/', '/api/jobs/upload/', '/api/datasets/'])
    expect(await send('POST', path, headers, '[]')).toBe(401);
});

test.each([
  { why: 'a foreign origin', headers: { origin: 'https://evil.test' }, status: 403 },
  { why: 'no origin of its own', headers: { origin: 'null' }, status: 403 },
  { why: 'a foreign host', headers: { host: 'evil.test' }, status: 421 },
  { why: 'not signed in', headers: {}, status: 401, isAnonymous: true },
])('a job’s stream is refused before it opens: $why', async ({ headers, status, isAnonymous }) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/ws/jobs/x/`, {
    headers: { ...(isAnonymous ? {} : ada.headers), ...headers },
  });
  const refused = await new Promise((resolve) => {
    socket.on('unexpected-response', (_request, answer) => resolve(answer.statusCode));
    socket.on('open', () => resolve('open'));
    socket.on('error', () => undefined);
  });
  socket.terminate();
  expect(refused).toBe(status);
});

test('a sender that never ends its headers is disconnected', async () => {
  const { server } = proxy.app;
  expect(server.headersTimeout).toBe(15_000);
  // Node reads it at each check.
  server.headersTimeout = 500;
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET /api/status/ HTTP/1.1\r\nHost: ');
  const answer = await new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (bytes) => (text += bytes.toString()));
    socket.on('close', () => resolve(text));
  });
  server.headersTimeout = 15_000;
  expect(answer).toMatch(/^HTTP\/1.1 408/);
});
