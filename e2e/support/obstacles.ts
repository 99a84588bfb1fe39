/** What stands in anybody's way on a page: by night and by day, on a phone and on a desk. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { stillness } from './stillness.ts';

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
export async function obstacles(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const size of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await stillness(page);
      // Without a page of its own for the sum: no frame here is of another site.
      const axe = new AxeBuilder({ page }).setLegacyMode().exclude(moreOfTheSame);
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
