/** Pictures of every page at 390 and 1280 pixels, by day and by night, and of what opens over them. */
import type { Browser, Page } from '@playwright/test';
import { accessStates } from './support/accessStates.ts';
import { signInByCall, type SignedIn } from './support/cast.ts';
import { openStates, signedInAs } from './support/openStates.ts';
import { insideRoutes, openRoutes, type Route } from './support/routes.ts';
import { test } from './support/stack.ts';
import { stillness } from './support/stillness.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
const lights = ['light', 'dark'] as const;

/** Take a page's picture in each light, once nothing moves. */
async function pictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of lights) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(() => scrollTo(0, 0));
    // While a file is on its way the network never rests.
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
    await stillness(page);
    const width = page.viewportSize()?.width;
    await page.screenshot({ path: `shots/${name}.${width}.${colorScheme}.png`, fullPage: true });
  }
}

/** Let somebody come to a page with a screen of each size, as a page that was opened larger differs from one that wasn't. */
async function show(
  browser: Browser,
  baseURL: string,
  storageState: SignedIn | undefined,
  name: string,
  arrive: (page: Page) => Promise<void>,
): Promise<void> {
  for (const viewport of sizes) {
    const context = await browser.newContext({ baseURL, viewport, ...(storageState && { storageState }) });
    const page = await context.newPage();
    await arrive(page);
    await pictures(page, name);
    await context.close();
  }
}

const showRoute = (signedIn: boolean, { name, path, ready }: Route) =>
  test(name, async ({ browser, stack, cast }) => {
    await show(browser, stack.url, signedIn ? cast.owner.signedIn : undefined, name, async (page) => {
      await page.goto(path(cast));
      await ready(page).first().waitFor();
    });
  });

for (const route of openRoutes) showRoute(false, route);
for (const route of insideRoutes) showRoute(true, route);

for (const state of [...openStates, ...accessStates])
  test(state.name, async ({ browser, stack, cast }) => {
    const url = state.who === 'bare' ? stack.serviceUrl : stack.url;
    await show(browser, url, signedInAs(state, cast), state.name, async (page) => {
      await page.goto(state.path(cast));
      await state.open(page);
    });
  });

test('welcome', async ({ browser, stack, person }) => {
  const newcomer = await person('Nora');
  const signedIn = await signInByCall(stack.url, newcomer);
  await show(browser, stack.url, signedIn, 'welcome', async (page) => {
    await page.goto('/datasets');
    await page.getByRole('main').getByText('Create Dataset').first().waitFor();
  });
});
