/** Browser storage that is missing, of another version, locked by another tab, full, or deleted. */
import type { BrowserContext, Page } from '@playwright/test';
import { storedText } from '../support/browserStorage.ts';
import { expect, test } from '../support/stack.ts';

test.use({ serviceWorkers: 'block' });

const fromMemory = (page: Page) => page.getByText('Nothing is stored on this device', { exact: true });

/** Visits several pages and expects that they show their data. */
async function expectUsable(page: Page, sample: { full: string }): Promise<void> {
  await page.goto('/datasets');
  await page.getByRole('main').getByRole('link', { name: 'Places' }).click();
  await expect(page.getByRole('table', { name: 'Schemas' })).toBeVisible();
  await page.goto(`${sample.full}/records`);
  await expect(page.getByText('Showing 1-50 of 300')).toBeVisible();
}

/** The person's databases in this browser, by name. */
const databases = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name = '' }) => (name.startsWith('console/') ? [name] : [])),
  );

/** Opens a page of the same origin that doesn't use storage. */
async function pageWithoutStorage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/page.css');
  return page;
}

/** Recreates the page database, as another version of the console would, and keeps the connection open. */
const recreateDatabase = (page: Page, name: string, version: number) =>
  page.evaluate(
    ([of, wanted]) =>
      new Promise<void>((resolve, reject) => {
        const deletion = indexedDB.deleteDatabase(of);
        deletion.onerror = () => reject(new Error('not deleted'));
        deletion.onsuccess = () => {
          const creation = indexedDB.open(of, wanted);
          creation.onupgradeneeded = () => creation.result.createObjectStore('mark').put('untouched', 'mark');
          creation.onerror = () => reject(new Error('not created'));
          creation.onsuccess = () => {
            Object.assign(window, { held: creation.result });
            resolve();
          };
        };
      }),
    [name, version] as const,
  );

const isPages = (name: string) => name.split('/').length === 3;

async function openAccount(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Account Settings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
}

/** Makes a change that waits for the network, which also works in memory. */
async function renameOffline(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await expect(page.getByText('This device has no network', { exact: true })).toBeVisible();
  await page.getByLabel('Full Name').fill('Olga Owner');
  await page.getByRole('button', { name: 'Save Name' }).click();
  await expect(page.getByRole('button', { name: '1 change is waiting to be sent' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: '1 change is waiting to be sent' })).toBeHidden({
    timeout: 30_000,
  });
}

for (const [what, script] of [
  ['has no storage', `Object.defineProperty(window, 'indexedDB', { get: () => undefined })`],
  [
    'refuses it',
    `IDBFactory.prototype.open = () => { throw new DOMException('Forbidden.', 'SecurityError'); }`,
  ],
] as const)
  test(`if the browser ${what}, the page works from memory and says so once`, async ({
    page,
    context,
    sample,
  }) => {
    await context.addCookies(sample.owner.signedIn.cookies);
    await page.addInitScript(script);
    await expectUsable(page, sample);
    await expect(fromMemory(page)).toBeVisible();
    await expect(page.getByText('This browser does not let the console store anything')).toBeVisible();
    await page.getByRole('button', { name: 'Got it' }).click();
    await openAccount(page);
    await expect(fromMemory(page)).toHaveCount(0);
    await renameOffline(page, context);
  });

test('a database of a newer version is not changed, and the page says what to do', async ({
  page,
  context,
  sample,
}) => {
  await context.addCookies(sample.owner.signedIn.cookies);
  await expectUsable(page, sample);
  const name = (await databases(page)).find(isPages) ?? '';
  await page.close();
  const other = await pageWithoutStorage(context);
  await recreateDatabase(other, name, 990);
  await other.evaluate(() => (window as { held?: IDBDatabase }).held?.close());

  const next = await context.newPage();
  await expectUsable(next, sample);
  await expect(next.getByText('A newer version of the console has been used in this browser.')).toBeVisible();
  const left = await other.evaluate(
    (of) =>
      new Promise<[number, unknown]>((resolve) => {
        const opened = indexedDB.open(of);
        opened.onsuccess = () => {
          const read = opened.result.transaction('mark').objectStore('mark').get('mark');
          read.onsuccess = () => resolve([opened.result.version, read.result]);
        };
      }),
    name,
  );
  expect(left).toEqual([990, 'untouched']);
});

test('a tab that keeps an old database open doesn’t block the page', async ({ page, context, sample }) => {
  await context.addCookies(sample.owner.signedIn.cookies);
  await expectUsable(page, sample);
  const name = (await databases(page)).find(isPages) ?? '';
  await page.close();
  await recreateDatabase(await pageWithoutStorage(context), name, 10);

  const next = await context.newPage();
  await next.goto('/datasets');
  await expect(next.getByRole('main').getByRole('link', { name: 'Places' })).toBeVisible();
  await expect(next.getByText('An older version of the console is open in another tab.')).toBeVisible();
  await expectUsable(next, sample);
});

test('the page works on a full device and says so once', async ({ page, context, sample, stack }) => {
  await context.addCookies(sample.owner.signedIn.cookies);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: stack.url, quotaSize: 1 });
  await expectUsable(page, sample);
  await expect(fromMemory(page)).toBeVisible();
  await expect(page.getByText('This device has no storage left for the console.')).toBeVisible();
  await openAccount(page);
  await renameOffline(page, context);
});

test('data that the browser deletes under an open page is fetched and stored again', async ({
  page,
  context,
  sample,
}) => {
  await context.addCookies(sample.owner.signedIn.cookies);
  await expectUsable(page, sample);
  // A pending write would recreate the database.
  await expect.poll(() => storedText(page)).toContain('"v2.');
  const before = await databases(page);
  const other = await pageWithoutStorage(context);
  await other.evaluate(
    (names) =>
      Promise.all(
        names.map(
          (name) =>
            new Promise((resolve) => {
              indexedDB.deleteDatabase(name).onsuccess = resolve;
            }),
        ),
      ),
    before,
  );
  expect(await databases(other)).toEqual([]);
  await expectUsable(page, sample);
  await expect(fromMemory(page)).toHaveCount(0);
  await expect.poll(async () => (await databases(page)).filter(isPages)).toEqual(before.filter(isPages));
});

test('decrypted records are never stored on disk, sealed ones are', async ({ page, context, sample }) => {
  await context.addCookies(sample.owner.signedIn.cookies);
  await page.goto(`${sample.full}/records`);
  await expect(page.getByText('Showing 1-50 of 300')).toBeVisible();
  await page.getByRole('switch', { name: 'Decrypt' }).click();
  const city = page.getByRole('gridcell', { name: 'Holtsville' }).first();
  await expect(city).toBeVisible();
  await openAccount(page);

  await expect.poll(() => storedText(page)).toContain('"v2.');
  const stored = await storedText(page);
  expect(stored).toContain('Zip codes');
  expect(stored).not.toContain('Holtsville');
});
