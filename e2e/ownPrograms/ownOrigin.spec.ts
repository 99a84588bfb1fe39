/** A service that answers every call with its own script: the browser runs none of it and keeps the console's service worker. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, signIn, test, type LyingService } from '../support/lyingStack.ts';
import { waitForServiceWorker } from '../support/serviceWorker.ts';

/** Leaves a mark in the page or worker that runs it. */
const script = `globalThis.stolen = true; try { caches.open('stolen').catch(() => 0); postMessage('stolen'); } catch {}`;
const markup = `<!doctype html><title>Stolen</title><h1>Stolen</h1><script>${script}</script><script src="/api/users/self/"></script>`;

/** Calls of the contract, similar paths, and names that a worker could have. */
const paths = [
  ...['/api/x.js', '/api/sw.js', '/api/organizations/', '/api/users/self/', '/api/schema/', '/api/docs/x.js'],
  ...['/%61pi/users/self/', '/outbox/x.js', '/sw2.js', '/service-worker.js', '/assets/x.js', '/docs/x.js'],
];

/** Content type and status of the script. As JSON its text passes the proxy. */
const scripts = [
  ['text/javascript', 200],
  ['application/json', 200],
  ['text/javascript', 500],
] as const;

/** Answers every call of the service with this body, and headers that allow it everything. */
const answerWith = (liar: LyingService, type: string, text: string, status = 200) =>
  liar.lie(/./, () => ({
    status,
    headers: {
      'content-type': type,
      'service-worker-allowed': '/',
      'content-security-policy': "default-src * 'unsafe-inline' 'unsafe-eval'",
    },
    text,
  }));

const isTouched = (page: Page) =>
  page.evaluate(async () => 'stolen' in globalThis || (await caches.has('stolen')));
const registrations = (page: Page) =>
  page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope, active }) => [
      new URL(scope).pathname,
      new URL(active?.scriptURL ?? '').pathname,
    ]),
  );

test.beforeEach(async ({ page, person, liar }) => {
  liar.reset();
  await signIn(page, await person('Ona'));
  await waitForServiceWorker(page);
});

/** What happens when a path is used as a script, a style, a worker and a module of the page. */
const usesOf = (page: Page, path: string) =>
  page.evaluate(async (from) => {
    const element = (made: HTMLScriptElement | HTMLLinkElement, attribute: 'src' | 'href') =>
      new Promise<string>((resolve) => {
        made.addEventListener('load', () => resolve('loaded'));
        made.addEventListener('error', () => resolve('refused'));
        made.setAttribute(attribute, from);
        document.head.append(made);
      });
    const style = document.createElement('link');
    style.rel = 'stylesheet';
    const module = document.createElement('script');
    module.type = 'module';
    const worker = () =>
      new Promise<string>((resolve) => {
        const made = new Worker(from);
        made.addEventListener('error', () => resolve('refused'));
        made.addEventListener('message', () => resolve('loaded'));
      });
    const uses = [
      async () => element(document.createElement('script'), 'src'),
      async () => element(style, 'href'),
      async () => worker(),
      async () => element(module, 'src'),
    ];
    // The console's policy makes the constructor throw.
    return Promise.all(uses.map((use) => use().catch(() => 'refused')));
  }, path);

// The page's own policy would only forbid more.
test.describe('without the page’s own policy', () => {
  test.use({ bypassCSP: true });

  test('registers no worker of the service, at any path, and keeps the console’s own', async ({
    page,
    liar,
  }) => {
    for (const [type, status] of scripts) {
      answerWith(liar, type, script, status);
      for (const path of paths) {
        const scope = status === 200 ? '/' : undefined;
        const outcome = await page.evaluate(
          ([from, within]) =>
            navigator.serviceWorker.register(from, within === undefined ? {} : { scope: within }).then(
              () => 'registered',
              (error: unknown) => (error as Error).name,
            ),
          [path, scope] as const,
        );
        expect(outcome, `${path} ${type} ${status}`).toMatch(/^(SecurityError|TypeError)$/);
      }
    }
    expect(await registrations(page)).toEqual([['/', '/sw.js']]);
    const worker = await page.request.get('/sw.js');
    expect(await worker.text()).toBe(readFileSync('dist/sw.js', 'utf8'));
    expect(liar.requests.filter(({ url }) => url.startsWith('/sw.js'))).toEqual([]);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    expect(await registrations(page)).toEqual([['/', '/sw.js']]);
    expect(await isTouched(page)).toBe(false);
  });

  test('runs no answer as a script, a style, a worker or a module', async ({ page, liar }) => {
    for (const [type, status] of scripts) {
      answerWith(liar, type, script, status);
      for (const path of paths)
        expect(await usesOf(page, path), `${path} ${type} ${status}`).toEqual(Array(4).fill('refused'));
    }
    expect(liar.requests.map(({ url }) => url)).toContain('/api/organizations/');
    expect(await isTouched(page)).toBe(false);
  });
});

test('shows text where a call is opened as a page, and runs no script', async ({ page, liar }) => {
  for (const [type, status] of [
    ['text/html', 200],
    ['text/html', 500],
    ['application/json', 200],
    ['image/svg+xml', 200],
  ] as const) {
    answerWith(liar, type, markup, status);
    for (const path of ['/api/organizations/', '/api/users/self/']) {
      const answer = await page.goto(path);
      expect(answer?.headers()['content-type'], path).toBe('text/plain; charset=utf-8');
      expect(await page.evaluate(() => document.contentType)).toBe('text/plain');
      expect(await page.title()).toBe('');
      expect(await page.getByRole('heading').count()).toBe(0);
      expect(await page.locator('script').count()).toBe(0);
    }
    for (const path of ['/%61pi/users/self/', '/outbox/']) {
      await page.goto(path);
      // The console's own page, from its own service worker.
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Not Found|Outbox)$/);
    }
  }
  liar.reset();
  await page.goto('/datasets');
  await expect(page.getByRole('heading', { level: 1, name: 'Datasets' })).toBeVisible();
  expect(await registrations(page)).toEqual([['/', '/sw.js']]);
  expect(await isTouched(page)).toBe(false);
});
