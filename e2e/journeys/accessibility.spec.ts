/** Accessibility of every page, in light and dark, at phone and desktop width. */
import type { Page } from '@playwright/test';
import type { Sample } from '../support/sample.ts';
import { expect, test } from '../support/stack.ts';
import { signedInRoutes, publicRoutes } from '../support/routes.ts';
import { accessibilityProblems } from '../support/accessibility.ts';

for (const [signedIn, routes] of [
  [false, publicRoutes],
  [true, signedInRoutes],
] as const)
  test.describe(signedIn ? 'behind the sign-in' : 'in front of the sign-in', () => {
    let page: Page;
    let sample: Sample;
    test.beforeAll(async ({ browser, stack, sample: people }) => {
      sample = people;
      const context = await browser.newContext({
        baseURL: stack.url,
        ...(signedIn ? { storageState: sample.owner.signedIn } : {}),
      });
      page = await context.newPage();
    });
    test.afterAll(() => page.context().close());

    for (const { name, path, ready } of routes)
      test(`${name} is accessible`, async () => {
        await page.goto(path(sample));
        await ready(page).first().waitFor();
        expect(await accessibilityProblems(page)).toEqual([]);
      });
  });
