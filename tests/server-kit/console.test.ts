/** Serves the console's build. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveConsole } from '@cloakroom/server-kit/console.ts';
import { problemHandler } from '@cloakroom/server-kit/problemHandler.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const page = { accept: 'text/html,*/*' };
const folder = await temporaryFolder();
let app: FastifyInstance;
const serving = async (consoleDir: string, serviceWorker = true) => {
  const server = fastify();
  problemHandler(server);
  await serveConsole(server, { consoleDir, integrations: [], serviceWorker });
  return server;
};
beforeAll(async () => {
  await mkdir(join(folder, 'dist', 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret'), 'outside');
  await writeFile(join(folder, 'dist', 'index.html'), '<title>console</title>');
  await writeFile(join(folder, 'dist', 'sw.js'), 'worker');
  await writeFile(join(folder, 'dist', 'manifest.webmanifest'), '{}');
  const asset = join(folder, 'dist', 'assets', 'main-abc123.js');
  await writeFile(asset, 'code');
  await writeFile(`${asset}.br`, brotliCompressSync('code'));
  await writeFile(`${asset}.gz`, gzipSync('code'));
  app = await serving(join(folder, 'dist'));
});
afterAll(() => app.close());

test.each(['/', '/datasets', '/datasets/x/schemas/y/records?limit=25', '/accounts/activate?user_id=1'])(
  'answers a navigation to %s with the page, which is revalidated each time',
  async (url) => {
    const answer = await app.inject({ url, headers: page });
    expect([answer.statusCode, answer.body]).toEqual([200, '<title>console</title>']);
    expect(answer.headers['cache-control']).toBe('no-cache');
  },
);

test.each([
  ['/assets/main-abc123.js', 'public, max-age=31536000, immutable', /javascript; charset=utf-8$/],
  ['/sw.js', 'no-cache', /javascript; charset=utf-8$/],
  ['/manifest.webmanifest', 'no-cache', /^application\/manifest\+json/],
])('sends %s with Cache-Control: %s and its content type', async (url, caching, type) => {
  const { headers } = await app.inject(url);
  expect([headers['cache-control'], headers['content-type']]).toEqual([caching, expect.stringMatching(type)]);
});

test.each([
  ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
])('sends an asset as %s to a client that accepts %s', async (encoding, accepted, decompress) => {
  const { headers, rawPayload } = await app.inject({
    url: '/assets/main-abc123.js',
    headers: { 'accept-encoding': accepted },
  });
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers.vary).toMatch(/accept-encoding/i);
  expect(headers['content-type']).toMatch(/javascript; charset=utf-8$/);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(decompress(rawPayload).toString()).toBe('code');
});

test.each([
  ['no Accept-Encoding', {}],
  ['Accept-Encoding: identity', { 'accept-encoding': 'identity' }],
  ['no-transform', { 'cache-control': 'no-transform', 'accept-encoding': 'br, gzip' }],
])('sends the plain asset to a client with %s', async (_, headers) => {
  const answer = await app.inject({ url: '/assets/main-abc123.js', headers });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.headers.vary).toMatch(/accept-encoding/i);
  expect(answer.body).toBe('code');
});

test.each(['/', '/sw.js'])('never sends %s compressed', async (url) => {
  const answer = await app.inject({ url, headers: { ...page, 'accept-encoding': 'br, gzip' } });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(['<title>console</title>', 'worker']).toContain(answer.body);
});

test.each([
  ['/assets/main-old.js', page],
  ['/api/nothing/', page],
  ['/missing.js', { accept: '*/*' }],
  ['/missing.js', { accept: 'text/html', 'sec-fetch-mode': 'no-cors' }],
])('answers a missing %s with 404, not with the page', async (url, headers) => {
  const answer = await app.inject({ url, headers });
  expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Address not found' }]);
});

test.each(['/../secret', '/%2e%2e/secret', '/..%2fsecret', '/assets/..%2f..%2fsecret', '//secret'])(
  'serves nothing outside the build at %s',
  async (url) => {
    const answer = await app.inject({ url, headers: { accept: '*/*' } });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toContain('outside');
  },
);

test('a missing build is answered with how to build it', async () => {
  const bare = await serving(join(folder, 'nothing'));
  const answer = await bare.inject({ url: '/', headers: page });
  await bare.close();
  expect(answer.statusCode).toBe(404);
  expect(answer.json<{ detail: string }>().detail).toContain('npm run build');
});

test('serves a script that unregisters the service worker while it is switched off', async () => {
  const off = await serving(join(folder, 'dist'), false);
  const { headers, body } = await off.inject('/sw.js');
  await off.close();
  expect(headers['content-type']).toMatch(/^text\/javascript/);
  expect(headers['cache-control']).toBe('no-cache');
  expect(body).toContain('self.registration.unregister()');
});
