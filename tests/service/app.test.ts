/** The service as a whole: the shape of its errors, its own description, its headers. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { api } from '@cloakroom/contract/api.ts';
import { ApiDescription } from '@cloakroom/contract/apiDescription.ts';
import { contractVersion } from '@cloakroom/contract/version.ts';
import { person } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const service = await startService();
const someone = await person(service);
afterAll(() => service.close());

test('the OpenAPI description has every call of the contract, with who answers it and who may make it', async () => {
  const { paths } = ApiDescription.parse((await service.app.inject('/api/schema/')).json());
  for (const { call } of api) {
    const operation = paths[call.path.replace(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()];
    expect(operation, call.path).toMatchObject({
      summary: call.summary,
      'x-answered-by': call.answeredBy,
      'x-access': call.access,
      'x-repeatable': call.repeatable === true,
      tags: [call.path.split('/')[2]],
    });
  }
});

test('serves no page itself, and redirects the old addresses of the docs to the console', async () => {
  const docs = await service.app.inject('/api/docs/');
  expect([docs.statusCode, docs.headers.location]).toEqual([308, '/api-docs']);
  for (const url of ['/page.css', '/outbox/']) expect((await service.app.inject(url)).statusCode).toBe(404);
});

test.each([
  ['broken JSON', '{"name":', 'application/json', 400],
  ['an own __proto__', '{"name":"x","__proto__":{"is_admin":true}}', 'application/json', 400],
  ['a list for an object', '[]', 'application/json', 400],
  ['nothing', '', 'application/json', 400],
  ['more than a megabyte', `{"name":"${'x'.repeat(1_100_000)}"}`, 'application/json', 413],
  ['XML', '<name/>', 'application/xml', 415],
  ['a NUL character', '{"name":"a\\u0000b"}', 'application/json', 400],
])('rejects %s with a sentence', async (_, payload, type, status) => {
  const headers = { ...someone.headers, 'content-type': type };
  const answer = await service.app.inject({ method: 'POST', url: '/api/organizations/', headers, payload });
  expect(answer.statusCode).toBe(status);
  expect(typeof answer.json<{ detail: unknown }>().detail).toBe('string');
});

test.each(['limit=0', 'offset=x'])('a list rejects ?%s and names the parameter', async (query) => {
  const answer = await service.app.inject({ url: `/api/organizations/?${query}`, headers: someone.headers });
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([query.split('=')[0]]);
});

test('an unknown address is a 404 in JSON, under /api and elsewhere', async () => {
  for (const url of ['/api/nothing/', '/assets/missing.js', '/favicon.png', '/.git/config']) {
    const answer = await service.app.inject(url);
    expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Address not found' }]);
  }
});

test('an unexpected error answers with a number to report and no internals; the log has the rest as JSON without personal data', async () => {
  const folder = await temporaryFolder();
  const logged = await startService({ LOG_LEVEL: 'info', LOG_FILE: join(folder, 'log') });
  const secrets = ['canary-password-1', 'canary@example.org', 'canary-query', 'canary-cookie', 'canary-name'];
  const { headers, organization } = await person(logged, { email: secrets[1]! });
  await logged.database.execute('drop table invitations');
  await logged.app.inject({ url: `/api/users/by_name/${secrets[1]}/?expand=${secrets[2]}`, headers });
  await logged.app.inject({
    method: 'POST',
    url: '/api/accounts/login/',
    headers: { cookie: `sessionid=${secrets[3]}` },
    payload: { login: secrets[1], password: secrets[0] },
  });
  const failed = await logged.app.inject({
    method: 'POST',
    url: `/api/organizations/${organization.id}/invitations/`,
    headers,
    payload: { email: `${secrets[4]}@example.org` },
  });
  await logged.close();
  expect(failed.statusCode).toBe(500);
  expect(failed.json<{ detail: string }>().detail).toMatch(
    /^Something went wrong here\. If it happens again, report the number [0-9a-f-]{36}\.$/,
  );
  expect(failed.body).not.toMatch(/invitations|relation|node_modules|\.ts/);
  const lines = (await readFile(join(folder, 'log'), 'utf8')).trim().split('\n');
  const parsed = lines.map((line) => JSON.parse(line) as { route?: string; msg: string });
  expect(parsed.map(({ route }) => route)).toContain('/api/users/by_name/:name/');
  expect(parsed.map(({ msg }) => msg)).toContain('unexpected error');
  for (const secret of secrets) expect(lines.join('\n')).not.toContain(secret);
});

test('every answer has the security headers, and answers of the API are not cached', async () => {
  for (const url of ['/api/status/', '/api/docs/', '/api/nothing/', '/nothing']) {
    const { headers } = await service.app.inject(url);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';script-src 'self';style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';" +
        "img-src 'self' data: blob:;font-src 'self';connect-src 'self';manifest-src 'self';worker-src 'self';" +
        "frame-ancestors 'none';base-uri 'none';object-src 'none';form-action 'self';require-trusted-types-for 'script'",
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-api-version': String(contractVersion),
    });
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers['cache-control'] === 'no-store').toBe(url.startsWith('/api/'));
  }
});

test('the status names the program that answers, and whether there is an outbox', async () => {
  const status = await service.app.inject('/api/status/');
  expect(status.json()).toMatchObject({
    status: 'ok',
    api_version: contractVersion,
    behind_proxy: false,
    outbox: true,
  });
  expect(status.json()).not.toHaveProperty('proxy_url');
  expect((await service.app.inject('/api/health/')).json()).toEqual({ status: 'ok' });
});

test('the status names the address of people’s proxies if it is configured', async () => {
  const other = await startService({ PROXY_URL: 'http://localhost:9480' });
  const status = await other.app.inject('/api/status/');
  await other.close();
  expect(status.json()).toMatchObject({ proxy_url: 'http://localhost:9480' });
});
