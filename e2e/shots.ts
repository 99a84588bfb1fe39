/** Screenshots of every page and state at 390 and 1280 pixels, in light and dark. */
import type { Browser, Page } from '@playwright/test';
import { accessStates } from './support/accessStates.ts';
import { signInByCall, type SignedIn } from './support/sample.ts';
import { screenStates, signedInAs } from './support/screenStates.ts';
import { signedInRoutes, publicRoutes, type Route } from './support/routes.ts';
import { test } from './support/stack.ts';
import { waitForAnimations } from './support/animations.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
const colorSchemes = ['light', 'dark'] as const;

/** Takes a screenshot in each color scheme, after all animations have ended. */
async function pictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(() => scrollTo(0, 0));
    // While a file is being sent the network is never idle.
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
    await waitForAnimations(page);
    const width = page.viewportSize()?.width;
    // A screenshot of the whole page resizes the window, which closes open menus of a grid. A dialog covers the window.
    const fullPage = (await page.locator('html[data-fill], dialog[open]').count()) === 0;
    await page.screenshot({ path: `shots/${name}.${width}.${colorScheme}.png`, fullPage });
  }
}

/** Opens the page in each size: a resized page differs from one that is opened in that size. */
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
  test(name, async ({ browser, stack, sample }) => {
    await show(browser, stack.url, signedIn ? sample.owner.signedIn : undefined, name, async (page) => {
      await page.goto(path(sample));
      await ready(page).first().waitFor();
    });
  });

for (const route of publicRoutes) showRoute(false, route);
for (const route of signedInRoutes) showRoute(true, route);

for (const state of [...screenStates, ...accessStates])
  test(state.name, async ({ browser, stack, sample }) => {
    const url = state.who === 'atService' ? stack.serviceUrl : stack.url;
    await show(browser, url, signedInAs(state, sample), state.name, async (page) => {
      await page.goto(state.path(sample));
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
