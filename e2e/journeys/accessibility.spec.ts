/** Every page, by night and by day, on a phone and on a desk: nothing in anybody's way. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Cast } from '../support/cast.ts';
import { expect, test } from '../support/stack.ts';
import { insideRoutes, openRoutes } from '../support/routes.ts';
import { stillness } from '../support/stillness.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const sizes = [
  { width: 320, height: 800 },
  { width: 1280, height: 800 },
];

/** The first rows of a table speak for the others. */
const moreOfTheSame = 'tbody tr:nth-child(n + 6)';

/** What depends on the light; everything else is the same by night. */
const colours = ['color-contrast', 'link-in-text-block'];

/** What axe holds against the page, and how far it scrolls sideways, in each size and light. */
async function obstacles(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const size of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await stillness(page);
      const axe = new AxeBuilder({ page }).exclude(moreOfTheSame);
      const { violations } = await (
        colorScheme === 'dark' ? axe.withRules(colours) : axe.withTags(standards)
      ).analyze();
      const where = `${colorScheme} at ${size.width}`;
      for (const { id, help, nodes } of violations)
        found.push(`${where}: ${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
      const beyond = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (beyond > 0) found.push(`${where}: ${beyond} pixels to the side`);
    }
  return found;
}

// What axe found says it all; recording its work takes longer than the work.
test.use({ trace: 'off' });

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
