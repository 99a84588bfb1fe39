/** Pictures of every page at 390 and 1280 pixels, by day and by night, and of what opens over them. */
import type { Browser, Page } from '@playwright/test';
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

/** Take a page's picture in each size and light, once nothing moves. */
async function pictures(page: Page, name: string): Promise<void> {
  for (const size of sizes)
    for (const colorScheme of lights) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(() => scrollTo(0, 0));
      await page.waitForLoadState('networkidle');
      await stillness(page);
      await page.screenshot({ path: `shots/${name}.${size.width}.${colorScheme}.png`, fullPage: true });
    }
}

/** Let somebody do something in a browser of their own. */
async function visit(
  browser: Browser,
  baseURL: string,
  storageState: SignedIn | undefined,
  deed: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL, ...(storageState && { storageState }) });
  await deed(await context.newPage());
  await context.close();
}

const show = (signedIn: boolean, { name, path, ready }: Route) =>
  test(name, async ({ browser, stack, cast }) => {
    await visit(browser, stack.url, signedIn ? cast.owner.signedIn : undefined, async (page) => {
      await page.goto(path(cast));
      await ready(page).first().waitFor();
      await pictures(page, name);
    });
  });

for (const route of openRoutes) show(false, route);
for (const route of insideRoutes) show(true, route);

for (const state of openStates)
  test(state.name, async ({ browser, stack, cast }) => {
    const url = state.who === 'bare' ? stack.serviceUrl : stack.url;
    await visit(browser, url, signedInAs(state, cast), async (page) => {
      await page.goto(state.path(cast));
      await state.open(page);
      await pictures(page, state.name);
    });
  });

test('welcome', async ({ browser, stack, person }) => {
  const newcomer = await person('Nora');
  await visit(browser, stack.url, await signInByCall(stack.url, newcomer), async (page) => {
    await page.goto('/datasets');
    await page.getByRole('main').getByText('Create Dataset').first().waitFor();
    await pictures(page, 'welcome');
  });
});
