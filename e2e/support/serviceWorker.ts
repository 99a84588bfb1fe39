/** Journeys of the installed console, on a stack whose served build can be replaced while pages are open. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { buildConsole } from '../../tools/build.ts';
import { release } from '../../tools/release.ts';
import { test as base } from './stack.ts';

export { expect, signIn } from './stack.ts';

type Builds = {
  /** The folder that the stack serves; initially the current build. */
  served: string;
  /** A build of another version, with other file names. */
  next: string;
};

export const nextName = 'Cloakroom Next';

export const test = base.extend<object, Builds>({
  served: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'cloakroom-served-'));
      release('dist', folder, 'present');
      await use(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  next: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'cloakroom-next-'));
      await buildConsole(folder, { VITE_PRODUCT_NAME: nextName });
      await use(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  stackEnv: [async ({ served }, use) => use({ CONSOLE_DIR: served }), { scope: 'worker' }],
  serviceWorkers: 'allow',
});

/** Waits until the service worker controls the page and has cached its files. */
export const waitForServiceWorker = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    while (!serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 20));
  });

/** The id of the build that the page was loaded from. */
export const buildOf = (page: Page): Promise<string | null> =>
  page.locator('meta[name="build"]').getAttribute('content');

/** Counts the loads of the page from now on. */
export function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => (loads += 1));
  return () => loads;
}

/** Makes the page look for a newer build, with the event of a restored network. */
export const lookForUpdate = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.dispatchEvent(new Event('online')));

/** The contents of every cache of the origin. */
export const cachedContents = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const lists = names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url));
    return (await Promise.all(lists)).flat();
  });

/** Opens a second page of the same browser. */
export async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}
