import { openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { release } from '../../tools/release.ts';
import { startProgram } from '../../tools/program.ts';
import { waitUntilOk } from '../../tools/stack.ts';
import {
  buildOf,
  cachedContents,
  expect,
  countLoads,
  lookForUpdate,
  nextName,
  signIn,
  openTab,
  test,
  waitForServiceWorker,
} from '../support/serviceWorker.ts';
import { delayCalls } from '../support/badNetwork.ts';
import { fileOf, openUpload, upload } from '../support/upload.ts';
import { countRecords, zipcodeRows, zipcodeSchema } from '../support/zipcodes.ts';

/** Updates of the console. Every journey begins with the build of the current sources. */
test.beforeEach(({ served }) => {
  rmSync(join(served, 'assets'), { recursive: true, force: true });
  release('dist', served, 'present');
});

const offered = /A new version of .* is ready/;

test('an update is offered in both tabs, and one press reloads each tab once', async ({
  context,
  page,
  person,
  served,
  next,
}) => {
  await signIn(page, await person('Uma'));
  await waitForServiceWorker(page);
  const other = await openTab(context, '/profile');
  await waitForServiceWorker(other);
  const before = await buildOf(page);

  release(next, served, 'next');
  await lookForUpdate(page);
  await expect(page.getByText(offered)).toBeVisible();
  await expect(other.getByText(offered)).toBeVisible();
  expect(await buildOf(page)).toBe(before);

  // After “Later” both tabs show a line in the footer instead, also after a reload.
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByText(offered)).toBeHidden();
  await expect(other.getByText(offered)).toBeHidden();
  await other.reload();
  const footerButton = other.getByRole('button', { name: 'Update to the new version' });
  await expect(footerButton).toBeVisible();
  await expect(other.getByText(offered)).toBeHidden();

  const loads = [page, other].map(countLoads);
  await footerButton.click();
  for (const tab of [page, other]) {
    await expect(tab).toHaveTitle(new RegExp(nextName));
    await expect(tab.locator('meta[name="build"]')).not.toHaveAttribute('content', before ?? '');
    await waitForServiceWorker(tab);
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Datasets' })).toBeVisible();
  await expect(other.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  // Long enough for an unwanted second load.
  await page.waitForTimeout(1500);
  expect(loads.map((count) => count())).toEqual([1, 1]);
});

test('an update waits for an upload in another tab and for an unsaved form', async ({
  context,
  page,
  person,
  served,
  next,
}) => {
  const owner = await person('Wanda');
  const schema = await zipcodeSchema(owner.api);
  await signIn(page, owner);
  await waitForServiceWorker(page);
  await page.goto(schema.path);
  const other = await openTab(context, '/profile');
  const before = await buildOf(page);

  const releaseCalls = await delayCalls(context, '**/api/jobs/upload/**');
  const dialog = await openUpload(page);
  await upload(dialog, fileOf('places.csv', zipcodeRows(0, 300)));
  await expect(dialog.getByRole('progressbar')).toBeVisible();

  const loads = [page, other].map(countLoads);
  release(next, served, 'next');
  await lookForUpdate(other);
  await expect(other.getByText(offered)).toBeVisible();
  await other.getByRole('textbox', { name: 'First Name' }).fill('Wanda Maria');
  await other.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(other.getByText(/“Zip codes.*” is uploading a file\./)).toBeVisible();
  await expect(other.getByText(/“Profile.*” has changes that aren’t saved\./)).toBeVisible();
  expect([await buildOf(page), await buildOf(other)]).toEqual([before, before]);

  releaseCalls();
  await expect(dialog.getByText('Uploaded 300 records from file: places.csv')).toBeVisible();
  expect(loads.map((count) => count())).toEqual([0, 0]);
  await other.getByRole('textbox', { name: 'First Name' }).fill('Wanda');
  await other.getByRole('button', { name: 'Update', exact: true }).click();
  for (const tab of [page, other]) await expect(tab).toHaveTitle(new RegExp(nextName));
  expect(await countRecords(owner.api, schema.id)).toBe(300);
  await expect.poll(() => loads.map((count) => count())).toEqual([1, 1]);
});

/** Deploys a build and deletes the files of the previous one. */
function deployWithoutPrevious(next: string, served: string): void {
  for (const name of readdirSync(join(served, 'assets'))) rmSync(join(served, 'assets', name));
  release(next, served, 'next');
  const newFiles = new Set(readdirSync(join(next, 'assets')));
  for (const name of readdirSync(join(served, 'assets')))
    if (!newFiles.has(name)) rmSync(join(served, 'assets', name));
}

test('a tab of a deleted build keeps working, and recovers when its own copy is lost', async ({
  page,
  person,
  served,
  next,
}) => {
  await signIn(page, await person('Mia'));
  await waitForServiceWorker(page);
  deployWithoutPrevious(next, served);
  const loads = countLoads(page);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Help' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
  expect(loads()).toBe(0);

  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await menu.getByRole('link', { name: 'Account Settings' }).click();
  await expect(page).toHaveTitle(new RegExp(nextName));
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  await expect.poll(loads).toBe(1);
});

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });
  test('a tab of a deleted build loads the new one once', async ({ page, person, served, next }) => {
    await signIn(page, await person('Nora'));
    // Waits for the files that load when the page is idle.
    await expect(page.getByText(/^Version/)).toBeVisible();
    await page.waitForLoadState('networkidle');
    deployWithoutPrevious(next, served);
    const loads = countLoads(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Help' }).click();
    await expect(page).toHaveTitle(new RegExp(nextName));
    await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
    await expect.poll(loads).toBe(1);
  });

  test('a console with an outdated API version says so and offers the update only', async ({
    page,
    person,
    served,
    next,
  }) => {
    await signIn(page, await person('Olaf'));
    let outdated = true;
    await page.route('**/api/**', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        headers: { ...answer.headers(), ...(outdated ? { 'x-min-client': '1000' } : {}) },
      });
    });
    // This page calls the API when it is opened. An earlier call may show the notice, which would intercept a click.
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'API Docs' })
      .dispatchEvent('click');
    const notice = page.getByRole('dialog', { name: /has to be updated/ });
    await expect(notice).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(notice).toBeVisible();
    outdated = false;
    release(next, served, 'next');
    await notice.getByRole('button', { name: 'Update' }).click();
    await expect(page).toHaveTitle(new RegExp(nextName));
    await expect(notice).toBeHidden();
  });
});

test('switched off by the operator, the service worker deletes its caches and unregisters', async ({
  page,
  person,
  ports,
  served,
  stack,
}) => {
  await signIn(page, await person('Kira'));
  await waitForServiceWorker(page);
  expect((await cachedContents(page)).length).toBeGreaterThan(0);
  const loads = countLoads(page);

  await stack.proxy.stop();
  const proxy = startProgram({
    entry: 'packages/proxy/main.ts',
    env: {
      PROXY_PORT: String(ports.proxyPort),
      UPSTREAM: stack.serviceUrl,
      DATA_DIR: stack.dataDir,
      CONSOLE_DIR: served,
      SERVICE_WORKER: 'off',
    },
    output: openSync(join(stack.dataDir, 'proxy.log'), 'a'),
  });
  try {
    await waitUntilOk(`${stack.url}/api/status/`);
    await lookForUpdate(page);
    await expect.poll(loads).toBe(1);
    await expect(page.getByRole('heading', { level: 1, name: 'Datasets' })).toBeVisible();
    await expect.poll(() => cachedContents(page)).toEqual([]);
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0);
    await page.waitForTimeout(1500);
    expect(loads()).toBe(1);
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  } finally {
    await proxy.stop();
  }
});
