/** Third-party integrations: switched off, the policy allows no foreign host; switched on, exactly the hosts that each needs. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { integrationsOf, sourcesOf } from '@cloakroom/contract/integrations.ts';
import { ownSources, pageSources, policyText } from '@cloakroom/server-kit/contentPolicy.ts';
import { serveConsole } from '@cloakroom/server-kit/console.ts';
import { consoleSettings } from '@cloakroom/server-kit/consoleSettings.ts';
import { problemHandler } from '@cloakroom/server-kit/problemHandler.ts';
import { securityHeaders } from '@cloakroom/server-kit/securityHeaders.ts';
import { readConfig as readProxyConfig } from '@cloakroom/proxy/config.ts';
import { readConfig as readServiceConfig } from '@cloakroom/service/config.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const Settings = z.object(consoleSettings);
const policyOf = (settings: Record<string, string>) =>
  pageSources(sourcesOf(integrationsOf(Settings.parse(settings))));
/** What a policy allows beyond our own, by directive. */
const added = (settings: Record<string, string>): Record<string, string[]> => {
  const more = Object.entries(policyOf(settings)).map(
    ([directive, sources]) =>
      [directive, sources.filter((source) => !ownSources[directive]?.includes(source))] as const,
  );
  return Object.fromEntries(more.filter(([, sources]) => sources.length > 0));
};
const payment = { VITE_STRIPE_PRICING_TABLE_ID: 'prctbl_1', VITE_STRIPE_PUBLISHABLE_KEY: 'pk_1' };
const everything = {
  ...payment,
  VITE_CHAT_APP_ID: 'app',
  VITE_TUTORIAL_VIDEO_URL: 'https://video.example/embed/1?start=3',
  VITE_PIXELS: 'google=G-1,meta=2,linkedin=3',
  VITE_SENTRY_DSN: 'https://key@errors.example/42',
};

test('without integrations the policy names no foreign host and is not loosened', () => {
  const policy = policyText(policyOf({}));
  expect(policy).toBe(policyText(ownSources));
  expect(policy).not.toMatch(/https?:|wss?:|\*|unsafe|frame-src/);
});

const linkedin = ['http://127.0.0.1:9000'];
// prettier-ignore
test.each<[string, Record<string, string>, Record<string, string[]>]>([
  ['the payment provider', payment, {
    'script-src': ['https://js.stripe.com'],
    'frame-src': ['https://js.stripe.com', 'https://hooks.stripe.com'],
    'connect-src': ['https://api.stripe.com'],
  }],
  ['the tutorial', { VITE_TUTORIAL_VIDEO_URL: 'https://video.example/embed/1?start=3' }, { 'frame-src': ['https://video.example'] }],
  ['a tutorial of our own', { VITE_TUTORIAL_VIDEO_URL: '/tutorial/' }, { 'frame-src': ["'self'"] }],
  ['error reports', { VITE_SENTRY_DSN: 'https://key@errors.example:8443/path/42' }, { 'connect-src': ['https://errors.example:8443'] }],
  ['the pixel of Google', { VITE_PIXELS: 'google=G-1' }, {
    'script-src': ['https://www.googletagmanager.com'],
    'img-src': ['https://*.google-analytics.com', 'https://www.googletagmanager.com'],
    'connect-src': ['https://*.google-analytics.com', 'https://*.analytics.google.com'],
  }],
  ['the pixel of Meta', { VITE_PIXELS: ' meta=123 ' }, {
    'script-src': ['https://connect.facebook.net'],
    'img-src': ['https://www.facebook.com'],
    'connect-src': ['https://www.facebook.com'],
  }],
  [
    'the pixel of LinkedIn at an address of its own',
    { VITE_PIXELS: 'linkedin=1@http://127.0.0.1:9000/insight.js' },
    { 'script-src': linkedin, 'img-src': linkedin, 'connect-src': linkedin },
  ],
  ['a pricing table without its key', { VITE_STRIPE_PRICING_TABLE_ID: 'prctbl_1' }, {}],
  ['a script’s address without its account', { VITE_CHAT_SCRIPT_URL: 'https://chat.example/widget.js' }, {}],
  ['signing in with Google, where people go there and come back', { VITE_GOOGLE_CLIENT_ID: 'client' }, {}],
  ['links to elsewhere', { VITE_DOCS_URL: 'https://docs.example', VITE_BILLING_URL: 'https://pay.example' }, {}],
])('%s adds exactly its hosts', (_, settings, hosts) => expect(added(settings)).toEqual(hosts));

test('the chat adds only its hosts and inline styles', () => {
  const { 'style-src': styles, ...hosts } = added({ VITE_CHAT_APP_ID: 'app' });
  expect(styles).toEqual(["'unsafe-inline'"]);
  expect(policyOf({ VITE_CHAT_APP_ID: 'app' })['style-src']).toEqual(["'self'", "'unsafe-inline'"]);
  const directives = ['connect-src', 'font-src', 'frame-src', 'img-src', 'media-src', 'script-src'];
  expect(Object.keys(hosts).sort()).toEqual(directives);
  for (const source of Object.values(hosts).flat())
    expect(source).toMatch(
      /^(https|wss):\/\/([\w-]+\.)*(intercom\.io|intercomcdn\.com|intercomassets\.com|intercomusercontent\.com|intercom-sheets\.com)$/,
    );
});

test('with all integrations each host is named once, and no source is a wildcard or unsafe', () => {
  const policy = policyOf(everything);
  for (const sources of Object.values(policy)) expect(new Set(sources).size).toBe(sources.length);
  expect(policy['script-src']).not.toContain("'unsafe-inline'");
  expect(policyText(policy)).not.toMatch(/unsafe-eval|\*[ ;]|https?:[ ;]/);
  expect(policy['require-trusted-types-for']).toEqual(["'script'"]);
  expect(policy['default-src']).toEqual(["'none'"]);
  expect(policy['worker-src']).toEqual(["'self'"]);
});

describe('both servers', async () => {
  const dataDir = await temporaryFolder();
  const read = (settings: Record<string, string>) =>
    [readServiceConfig, readProxyConfig].map(
      (readConfig) => () => readConfig({ DATA_DIR: dataDir, ...settings }),
    );

  test.each([
    ['VITE_SENTRY_DSN', 'errors.example; script-src *'],
    ['VITE_TUTORIAL_VIDEO_URL', 'javascript:alert(1)'],
    ['VITE_TUTORIAL_VIDEO_URL', '//video.example'],
    ['VITE_STRIPE_SCRIPT_URL', 'data:text/javascript,1'],
    ['VITE_PIXELS', 'google=G-1,unknown=2'],
    ['VITE_PIXELS', 'meta'],
  ])('refuse to start with %s=%s, and name it', (name, value) => {
    for (const readConfig of read({ [name]: value })) expect(readConfig).toThrow(name);
  });

  test('read the same settings alike', () => {
    const service = readServiceConfig({ DATA_DIR: dataDir, ...everything });
    const proxy = readProxyConfig({ DATA_DIR: dataDir, ...everything });
    expect(sourcesOf(integrationsOf(service))).toEqual(proxy.integrations);
    expect(proxy.integrations).toHaveLength(7);
  });
});

const navigating = { accept: 'text/html,*/*' };
const folder = await temporaryFolder();
let app: FastifyInstance;
beforeAll(async () => {
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<title>console</title>');
  await writeFile(join(folder, 'assets', 'decrypt.worker-1.js'), 'worker');
  app = fastify();
  problemHandler(app);
  await securityHeaders(app, { https: false });
  await serveConsole(app, {
    consoleDir: folder,
    integrations: sourcesOf(integrationsOf(Settings.parse(everything))),
    serviceWorker: true,
  });
});
afterAll(() => app.close());

test.each(['/', '/index.html', '/login', '/datasets/x'])(
  'the page at %s may reach what is on',
  async (url) => {
    const { headers } = await app.inject({ url, headers: navigating });
    expect(headers['content-security-policy']).toBe(policyText(policyOf(everything)));
  },
);

test('a 304 for the cached page has the same policy', async () => {
  const { headers } = await app.inject({ url: '/login', headers: navigating });
  const cached = { ...navigating, 'if-none-match': String(headers.etag) };
  const again = await app.inject({ url: '/login', headers: cached });
  expect(again.statusCode).toBe(304);
  expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
});

test.each(['/assets/decrypt.worker-1.js', '/api/nothing/', '/missing.js'])(
  'whatever is on, %s reaches this origin alone',
  async (url) => {
    const { headers } = await app.inject(url);
    expect(headers['content-security-policy']).toBe(policyText(ownSources));
  },
);
