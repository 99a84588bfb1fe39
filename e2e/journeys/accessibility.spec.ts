/** Every page, by night and by day, on a phone and on a desk: nothing in anybody's way. */
import type { Page } from '@playwright/test';
import type { Cast } from '../support/cast.ts';
import { expect, test } from '../support/stack.ts';
import { insideRoutes, openRoutes } from '../support/routes.ts';
import { obstacles } from '../support/obstacles.ts';

for (const [signedIn, routes] of [
  [false, openRoutes],
  [true, insideRoutes],
] as const)
  test.describe(signedIn ? 'behind the sign-in' : 'in front of the sign-in', () => {
    let page: Page;
    let cast: Cast;
    test.beforeAll(async ({ browser, stack, cast: people }) => {
      cast = people;
      const context = await browser.newContext({
        baseURL: stack.url,
        ...(signedIn ? { storageState: cast.owner.signedIn } : {}),
      });
      page = await context.newPage();
    });
    test.afterAll(() => page.context().close());

    for (const { name, path, ready } of routes)
      test(`${name} is open to everybody`, async () => {
        await page.goto(path(cast));
        await ready(page).first().waitFor();
        expect(await obstacles(page)).toEqual([]);
      });
  });
