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
  test.describe(signedIn ? 'after the sign-in' : 'before the sign-in', () => {
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

test('the check finds faults of each size and color scheme', async ({ page }) => {
  await page.setContent(`<html lang="en"><title>Faults</title>
    <style>
      @media (prefers-color-scheme: dark) { p { color: #666; background: #777 } }
      @media (max-width: 400px) { p { width: 500px } }
      @media (width: 640px) { div { width: 20px; overflow: hidden } button { width: 60px } }
    </style>
    <main><h1>Faults</h1><p>Text</p><img src="data:,"><p>More</p><div><button>Send</button></div></main></html>`);
  const image = 'image-alt: Images must have alternative text: img';
  const contrast =
    'color-contrast: Elements must meet minimum color contrast ratio thresholds: p:nth-child(2), p:nth-child(4)';
  expect(await accessibilityProblems(page)).toEqual([
    `light at 1280: ${image}`,
    `dark at 1280: ${contrast}`,
    `light at 320: ${image}`,
    `dark at 320: ${contrast}`,
    'at 320: 188 pixels to the side',
    'at 200 %: cut off in x: Send',
  ]);
});
