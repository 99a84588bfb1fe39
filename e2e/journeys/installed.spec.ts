import { z } from 'zod';
import { keptText } from '../support/kept.ts';
import { cached, expect, signIn, test, underWorker } from '../support/worker.ts';
import { zipcodeSchema } from '../support/zipcodes.ts';

const Pictures = z.array(z.object({ src: z.string(), sizes: z.string() }));
const Manifest = z.object({ id: z.string(), icons: Pictures, screenshots: Pictures });

test('the browser finds nothing that stands in the way of installing the console', async ({
  page,
  person,
}) => {
  await signIn(page, await person('Ines'));
  await underWorker(page);
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A private window, which every journey has, is the one thing that is in the way.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const manifest = await devtools.send('Page.getAppManifest');
  expect(manifest.errors).toEqual([]);
  const told = Manifest.parse(JSON.parse(manifest.data ?? ''));
  expect(told.id).toBe('/');
  for (const { src, sizes } of [...told.icons, ...told.screenshots]) {
    const size = await page.evaluate(async (address) => {
      const picture = new Image();
      picture.src = address;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, src);
    if (sizes !== 'any') expect(size, src).toBe(sizes);
  }
});

test('after one visit the console starts without the network, on every page that was seen', async ({
  context,
  page,
  person,
}) => {
  const owner = await person('Otto');
  const schema = await zipcodeSchema(owner.api, 199);
  await signIn(page, owner);
  await underWorker(page);
  const main = page.getByRole('main');
  const dataset = schema.path.replace(/\/schemas\/.*/, '');
  const about = schema.path.replace(/\/records$/, '');
  const pages = [
    { path: '/datasets', sees: () => main.getByRole('link', { name: /Places/ }).first() },
    { path: dataset, sees: () => main.getByRole('link', { name: /Zip codes/ }).first() },
    { path: about, sees: () => page.getByRole('heading', { level: 1, name: 'Zip codes' }) },
    { path: schema.path, sees: () => page.getByText('Showing 1-50 of 199') },
    { path: '/profile', sees: () => main.getByText(owner.email) },
  ];
  for (const { path, sees } of pages) {
    await page.goto(path);
    await expect(sees()).toBeVisible();
    // Sealed records are kept a moment after they are seen.
    if (path === schema.path) await expect.poll(() => keptText(page)).toContain('"v1.');
  }

  await context.setOffline(true);
  for (const { path, sees } of pages) {
    await page.goto(path);
    await page.reload();
    await expect(sees(), path).toBeVisible();
  }

  // Of all this the caches hold the build's own files, and nothing that somebody sent or read.
  const kept = await cached(page);
  expect(kept.length).toBeGreaterThan(50);
  for (const address of kept) expect(new URL(address).pathname).toMatch(/^\/(index\.html|assets\/[\w.-]+)$/);
});

test('a page that is on its way while the worker becomes ready gets it like every other', async ({
  context,
  page,
}) => {
  const late = await context.newPage();
  let letThrough = (): void => undefined;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await late.route('**/login', async (route) => {
    await held;
    await route.continue();
  });
  const asked = late.waitForRequest('**/login');
  const arriving = late.goto('/login');
  await asked;
  await page.goto('/login');
  await underWorker(page);
  letThrough();
  await arriving;
  await underWorker(late);
  await context.setOffline(true);
  await late.reload();
  await expect(late.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
});

test('what the servers answer themselves is theirs behind the worker, too', async ({ page, person }) => {
  await signIn(page, await person('Sina'));
  await underWorker(page);
  await page.goto('/api/docs/');
  await expect(page.getByRole('heading', { level: 1, name: 'API Docs' })).toBeVisible();
  await page.goto('/samples/zipcodes.schema.json');
  await expect(page.getByText('"zip_code"')).toBeVisible();
});
