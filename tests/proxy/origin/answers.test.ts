/** No answer of the service becomes a document, a script, a style, a worker or a cookie of the proxy's origin. */
import { request as httpRequest } from 'node:http';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { api } from '@cloakroom/contract/api.ts';
import { startProxy, type Headers } from '#tests/proxy/support/proxy.ts';
import { person } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { lyingService, type RawAnswer } from '#tests/support/lyingService.ts';

const service = await startService({ listen: true });
const liar = await lyingService(service.url);
const proxy = await startProxy(liar.url);
const ada = await person(service);
afterEach(() => liar.reset());
afterAll(async () => {
  await proxy.close();
  await liar.close();
  await service.close();
});

const { port } = new URL(proxy.url);
type Got = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

/** Sends a request with arbitrary headers and an arbitrarily spelled path. */
function send(method: string, path: string, headers: Headers = {}, body?: string): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          host: `localhost:${port}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }), // prettier-ignore
          ...headers,
        },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => (text += part));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const script = 'globalThis.stolen = document.querySelectorAll("ol li")';
const page = `<!doctype html><script src="/api/users/self/"></script><h1>${script}</h1>`;
/** Answers that the owner of a service could give to any call. */
const lies: Record<string, Partial<RawAnswer> & { text?: string }> = {
  script: { status: 200, headers: { 'content-type': 'text/javascript' }, text: script },
  worker: { status: 200, headers: { 'content-type': 'text/javascript', 'service-worker-allowed': '/', 'cache-control': 'public, max-age=31536000' }, text: script }, // prettier-ignore
  page: { status: 200, headers: { 'content-type': 'text/html', 'content-security-policy': "default-src * 'unsafe-inline' 'unsafe-eval'" }, text: page }, // prettier-ignore
  'page as an error': { status: 500, headers: { 'content-type': 'text/html' }, text: page },
  'page that calls itself JSON': { status: 200, headers: { 'content-type': 'application/json, text/html', 'content-disposition': 'inline; filename=x.html' }, text: page }, // prettier-ignore
  'picture that is markup': { status: 200, headers: { 'content-type': 'image/svg+xml' }, text: page },
  'JSON with unexpected headers': {
    status: 200,
    headers: {
      'content-type': 'application/json',
      'content-security-policy': 'script-src *',
      'set-cookie': ['csrftoken=chosen; Path=/', 'sessionid=chosen; Path=/', 'appearance=x'],
      'service-worker-allowed': '/',
      'clear-site-data': '"cookies"',
      refresh: '0; url=https://evil.test/',
      link: '<https://evil.test/x.js>; rel=preload; as=script',
      location: 'https://evil.test/',
      'x-total-count': '5<script>',
      'retry-after': '5\tsoon',
      'access-control-allow-origin': '*',
      'access-control-allow-credentials': 'true',
      sourcemap: 'https://evil.test/',
      'strict-transport-security': 'max-age=63072000',
      'alt-svc': 'h3="evil.test:443"',
      'report-to': '{"endpoints":[{"url":"https://evil.test/"}]}',
      'www-authenticate': 'Basic realm="Enter your passphrase"',
    },
    text: '[]',
  },
  'redirect away': { status: 302, headers: { location: 'https://evil.test/' }, text: '' },
  'redirect within': { status: 307, headers: { location: '/outbox/' }, text: '' },
};
/** Headers that the proxy's answers may have, whatever the service answered. */
const allowed = new Set([
  'connection', 'content-type', 'content-length', 'content-disposition', 'date', 'keep-alive', 'transfer-encoding', 'cache-control',
  'content-security-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy', 'origin-agent-cluster', 'referrer-policy',
  'x-content-type-options', 'x-dns-prefetch-control', 'x-download-options', 'x-frame-options', 'x-permitted-cross-domain-policies',
  'x-xss-protection', 'x-min-client', 'x-behind-proxy', 'x-total-count', 'link', 'retry-after', 'x-unreadable-records', 'x-signed-in-as',
]); // prettier-ignore

const calls = api
  .filter(({ call }) => call.answeredBy !== 'proxy')
  .map(({ call }) => ({ method: call.method, path: call.path.replace(/:\w+/g, 'x'), call }));
const ownPaths = new Set(['/api/csrf/', '/api/accounts/login/', '/api/accounts/logout/', '/api/allauth/browser/v1/auth/provider/token']); // prettier-ignore

describe.each(Object.entries(lies))('a service that answers with a %s', (name, lie) => {
  test('gets none of it into the origin, on any call of the contract', async () => {
    liar.lie(/ \/api\/(?!users\/self)/, () => ({ headers: {}, ...lie }));
    for (const { method, path, call } of calls) {
      const body = method === 'GET' ? undefined : '{}';
      const { status, headers, text } = await send(method, path, ada.headers, body);
      const where = `${name}: ${method} ${path} ${status}`;
      for (const header of Object.keys(headers)) if (!(ownPaths.has(path) && header === 'set-cookie')) expect(allowed, `${where} ${header}`).toContain(header); // prettier-ignore
      expect(String(headers['set-cookie'] ?? ''), where).not.toContain('chosen');
      if (text !== '')
        expect(headers['content-type'], where).toBe(
          call.reply === 'bytes' && status === 200
            ? 'application/octet-stream'
            : 'application/json; charset=utf-8',
        );
      expect(headers['x-content-type-options'], where).toBe('nosniff');
      expect(headers['content-security-policy'], where).toBe("default-src 'none'; sandbox");
      expect(headers['cache-control'], where).toBe('no-store');
      expect(String(headers.link ?? ''), where).not.toContain('evil');
      expect(status < 300 || status >= 400, where).toBe(true);
      if (call.reply !== 'bytes') expect(text, where).not.toContain('stolen');
    }
  });
});

/** Always answered truthfully, as there would be no caller otherwise. */
const selfPath = '/api/users/self/';

test.each([
  [405, 502],
  [404, 404],
  [500, 500],
  ['silence', 503],
] as const)(
  'answers a %s of the service with %i and a sentence, on any call of the contract',
  async (lie, expected) => {
    liar.lie(/ \/api\/(?!users\/self)/, () => {
      if (lie === 'silence') throw new Error('The connection is closed without an answer.');
      return {
        status: lie,
        headers: { 'content-type': 'application/json' },
        text: '{"detail":"The service refuses."}',
      };
    });
    for (const { method, path } of calls) {
      const { status, text } = await send(method, path, ada.headers, method === 'GET' ? undefined : '{}');
      const where = `${method} ${path}`;
      if (status >= 400) expect((JSON.parse(text) as { detail: string }).detail, where).toMatch(/\w{2} \w/);
      // A call that lacks something, or that the proxy answers from what it knows, does not reach the service.
      const last = liar.requests.at(-1);
      const isPassed =
        last?.url === path && last.method === method && path !== selfPath && !ownPaths.has(path);
      if (isPassed) expect(status, where).toBe(expected);
      else expect(status, where).not.toBe(405);
    }
  },
);

test('serves no page, style or script of the service', async () => {
  liar.lie(/ \/(outbox|page\.css|api\/docs)/, () => ({ status: 200, headers: { 'content-type': 'text/html' }, text: page })); // prettier-ignore
  for (const path of [
    '/outbox',
    '/outbox/',
    '/outbox/x.js',
    '/page.css',
    '/api/docs/',
    '/api/docs/x.js',
    '/%6futbox/',
  ]) {
    const { text, headers } = await send('GET', path, { ...ada.headers, accept: 'text/html' });
    expect(text, path).not.toContain('stolen');
    expect(headers['service-worker-allowed'], path).toBeUndefined();
  }
  expect(liar.requests.filter(({ url }) => !url.startsWith('/api/') || url.includes('docs'))).toEqual([]);
});

test.each(['document', 'iframe', 'frame', 'object', 'embed'])(
  'answers a navigation to a call as plain text: %s',
  async (destination) => {
    const navigation = {
      'sec-fetch-dest': destination,
      'sec-fetch-mode': 'navigate',
      'sec-fetch-site': 'none',
    };
    for (const path of [
      '/api/users/self/',
      '/api/status/',
      '/api/nothing/',
      '/api/jobs/',
      '/%61pi/users/self/',
    ]) {
      const { headers } = await send('GET', path, { ...ada.headers, ...navigation });
      expect(headers['content-type'], path).toBe('text/plain; charset=utf-8');
      expect(headers['content-security-policy'], path).toBe("default-src 'none'; sandbox");
    }
  },
);

test.each([
  '/%61pi/users/self/',
  '//api/users/self/',
  '/api//users/self/',
  '/%61%70%69/users/%73elf/',
  'http://localhost/api/users/self/',
  '/api/x/../users/self/',
  '/api/%2e/users/self/',
  '/api\\users\\self\\',
  '/api%2fusers/self/',
  '/API/users/self/',
])('treats another spelling of a call as that call or as unknown: %s', async (path) => {
  const { status, headers, text } = await send('GET', path, ada.headers);
  expect([200, 400, 404]).toContain(status);
  if (status === 200) expect(JSON.parse(text)).toMatchObject({ id: ada.user.id });
  expect(headers['cache-control'] ?? 'no-store').toBe('no-store');
  const foreign = { ...ada.headers, 'sec-fetch-site': 'cross-site' };
  const refused = await send('GET', path, foreign);
  expect([400, 403, 404]).toContain(refused.status);
  expect(refused.text).not.toContain(ada.user.email);
});

test.each(['cross-site', 'same-site'])('refuses a %s navigation to a call', async (site) => {
  const headers = { ...ada.headers, 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-user': '?1' }; // prettier-ignore
  for (const path of ['/api/users/self/', '/%61pi/users/self/', '//api/users/self/']) {
    const { status, text } = await send('GET', path, headers);
    expect(status).toBe(403);
    expect(text).not.toContain(ada.user.email);
  }
});
