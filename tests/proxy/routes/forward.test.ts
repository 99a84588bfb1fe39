import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '@cloakroom/service/newId.ts';
import { startProxy, type TestProxy } from '../support/proxy.ts';

describe('before a service that records its requests', () => {
  type Got = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
  const got: Got[] = [];
  let upstream: Server;
  let proxy: TestProxy;

  beforeAll(async () => {
    upstream = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        got.push({ method, url, headers, body: Buffer.concat(parts).toString() });
        response.writeHead(418, {
          'set-cookie': ['a=1', 'b=2'],
          'x-kept': 'yes',
          'content-type': 'application/json',
        });
        response.end('{"detail": "short and stout"}');
      });
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    proxy = await startProxy(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`);
  });

  afterAll(async () => {
    await proxy.close();
    await new Promise((resolve) => upstream.close(resolve));
  });

  test('method, address, body and status pass; cookies, the CSRF token and the page’s origin do not', async () => {
    const path = `/api/organizations/${newId()}/`;
    const answer = await fetch(`${proxy.url}${path}?a=1&a=2%20`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        authorization: 'Basic eDp5',
        cookie: 'sessionid=1; other=2',
        'x-csrftoken': 't',
        origin: proxy.url,
        referer: `${proxy.url}/records?name=Ada`,
        'accept-language': 'en',
      },
      body: '{"not": "looked at",,}',
    });
    expect(answer.status).toBe(418);
    expect(await answer.json()).toEqual({ detail: 'short and stout' });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get('x-kept')).toBeNull();
    const last = got.at(-1);
    expect(last).toMatchObject({
      method: 'PUT',
      url: `${path}?a=1&a=2%20`,
      body: '{"not": "looked at",,}',
      headers: { authorization: 'Basic eDp5', 'accept-language': 'en' },
    });
    for (const name of ['origin', 'referer', 'sec-fetch-site', 'sec-fetch-mode', 'cookie', 'x-csrftoken'])
      expect(last?.headers).not.toHaveProperty(name);
  });

  test.each([
    '/api/anything/',
    '/api/docs/',
    '/api/docs/x.js',
    '/api/keyring/other/',
    '/outbox/',
    '/page.css',
  ])('a call that is not in the contract is not forwarded: %s', async (path) => {
    const before = got.length;
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await fetch(proxy.url + path, { method, headers: { authorization: 'Basic eDp5' } });
      expect(answer.status).toBe(404);
    }
    expect(got.length).toBe(before);
  });

  test.each([
    '/api/records/ingest',
    '/api//records/ingest/',
    '/api/records/INGEST/',
    '/api/records/./ingest/',
    '/api/records/%69ngest/',
    '/api/x/../records/ingest/',
    '/api/records/%2e/ingest/',
    '/api/records%2fingest/',
  ])('records in plain text are never forwarded, however the path is written: %s', async (path) => {
    const secret = 'plain text that must stay at home';
    const { port } = new URL(proxy.url);
    const headers = {
      host: `localhost:${port}`,
      'content-type': 'application/json',
      authorization: 'Basic eDp5',
    };
    const status = await new Promise((resolve, reject) => {
      const sent = httpRequest({ host: '127.0.0.1', port, method: 'POST', path, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject);
      sent.end(JSON.stringify([{ schema: 'x', data: { secret } }]));
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(got.some(({ body }) => body.includes(secret))).toBe(false);
  });

  test('a hundred bodies that never end hold no connection to the service', async () => {
    const { port, host } = new URL(proxy.url);
    const before = got.length;
    const sockets = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const socket = connect(Number(port), '127.0.0.1');
        await once(socket, 'connect');
        const lines = [`Host: ${host}`, 'Content-Type: application/json', 'Content-Length: 1000'];
        socket.write(`PATCH /api/accounts/profile/ HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{"a"`);
        return socket;
      }),
    );
    const quick = await fetch(`${proxy.url}/api/health/`, { signal: AbortSignal.timeout(5_000) });
    expect(quick.status).toBe(418);
    expect(got.slice(before).map(({ url }) => url)).toEqual(['/api/health/']);
    for (const socket of sockets) socket.destroy();
  });

  test.each([1_000_000, 3_000_000])('forwards a whole body of %i bytes', async (length) => {
    const body = 'x'.repeat(length);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${proxy.url}/api/accounts/profile/`, { method: 'PATCH', headers, body });
    expect(answer.status).toBe(418);
    expect(got.at(-1)?.body === body).toBe(true);
    expect(got.at(-1)?.headers).toMatchObject({ 'content-length': String(length) });
  });

  test('a page’s address, which may hold a filter, is never forwarded', async () => {
    const before = got.length;
    const page = await fetch(`${proxy.url}/datasets/d/schemas/s/records?name=Ada`, {
      headers: { accept: 'text/html' },
    });
    expect(page.status).toBe(404);
    expect(got.length).toBe(before);
  });
});

describe('while the service is unavailable', () => {
  let proxy: TestProxy;
  const Problem = z.object({ detail: z.string(), error: z.literal('Service Unavailable') });

  beforeAll(async () => {
    proxy = await startProxy('http://127.0.0.1:9');
  });

  afterAll(() => proxy.close());

  test.each(['/api/status/', '/api/users/self/', '/api/datasets/', '/api/jobs/'])(
    '%s reports that the service can’t be reached, and when to try again',
    async (path) => {
      const answer = await fetch(proxy.url + path, { headers: { authorization: 'Basic eDp5' } });
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Problem.parse(await answer.json()).detail).toMatch(/^The service can’t be reached/);
    },
  );

  test.each([10, 3_000_000])('so does a call with a body of %i bytes', async (length) => {
    const answer = await fetch(`${proxy.url}/api/datasets/`, {
      method: 'POST',
      headers: { authorization: 'Basic eDp5', 'content-type': 'application/json' },
      body: 'x'.repeat(length),
    });
    expect(answer.status).toBe(503);
  });
});
