import { z } from 'zod';
import { storedText } from '../support/browserStorage.ts';
import { cachedContents, expect, signIn, test, waitForServiceWorker } from '../support/serviceWorker.ts';
import { zipcodeSchema } from '../support/zipcodes.ts';

const Pictures = z.array(z.object({ src: z.string(), sizes: z.string() }));
const Manifest = z.object({ id: z.string(), icons: Pictures, screenshots: Pictures });

test('the browser reports that the console can be installed', async ({ page, person }) => {
  await signIn(page, await person('Ines'));
  await waitForServiceWorker(page);
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Journeys run in a private window, which can’t install.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const manifest = await devtools.send('Page.getAppManifest');
  expect(manifest.errors).toEqual([]);
  const webManifest = Manifest.parse(JSON.parse(manifest.data ?? ''));
  expect(webManifest.id).toBe('/');
  for (const { src, sizes } of [...webManifest.icons, ...webManifest.screenshots]) {
    const size = await page.evaluate(async (address) => {
      const picture = new Image();
      picture.src = address;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, src);
    if (sizes !== 'any') expect(size, src).toBe(sizes);
  }
});

test('after one visit the console starts offline on every visited page', async ({
  context,
  page,
  person,
}) => {
  const owner = await person('Otto');
  const schema = await zipcodeSchema(owner.api, 199);
  await signIn(page, owner);
  await waitForServiceWorker(page);
  const main = page.getByRole('main');
  const dataset = schema.path.replace(/\/schemas\/.*/, '');
  const schemaPage = schema.path.replace(/\/records$/, '');
  const pages = [
    { path: '/datasets', shown: () => main.getByRole('link', { name: /Places/ }).first() },
    { path: dataset, shown: () => main.getByRole('link', { name: /Zip codes/ }).first() },
    { path: schemaPage, shown: () => page.getByRole('heading', { level: 1, name: 'Zip codes' }) },
    { path: schema.path, shown: () => page.getByText('Showing 1-50 of 199') },
    { path: '/profile', shown: () => main.getByText(owner.email) },
  ];
  for (const { path, shown } of pages) {
    await page.goto(path);
    await expect(shown()).toBeVisible();
    // Sealed records are stored shortly after they are shown.
    if (path === schema.path) await expect.poll(() => storedText(page)).toContain('"v2.');
  }

  await context.setOffline(true);
  for (const { path, shown } of pages) {
    await page.goto(path);
    await page.reload();
    await expect(shown(), path).toBeVisible();
  }

  // The caches contain the build’s files and no user data.
  const cachedAddresses = await cachedContents(page);
  expect(cachedAddresses.length).toBeGreaterThan(50);
  for (const address of cachedAddresses)
    expect(new URL(address).pathname).toMatch(/^\/(index\.html|assets\/[\w.-]+)$/);
});

test('a page that loads while the service worker activates is controlled by it', async ({
  context,
  page,
}) => {
  const slowPage = await context.newPage();
  let release = (): void => undefined;
  const delay = new Promise<void>((resolve) => (release = resolve));
  await slowPage.route('**/login', async (route) => {
    await delay;
    await route.continue();
  });
  const requested = slowPage.waitForRequest('**/login');
  const navigation = slowPage.goto('/login');
  await requested;
  await page.goto('/login');
  await waitForServiceWorker(page);
  release();
  await navigation;
  await waitForServiceWorker(slowPage);
  await context.setOffline(true);
  await slowPage.reload();
  await expect(slowPage.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
});

test('the service worker forwards the answers of the servers', async ({ page, person }) => {
  await signIn(page, await person('Sina'));
  await waitForServiceWorker(page);
  await page.goto('/api/docs/');
  await expect(page.getByRole('heading', { level: 1, name: 'API Docs' })).toBeVisible();
  await page.goto('/samples/zipcodes.schema.json');
  await expect(page.getByText('"zip_code"')).toBeVisible();
});
