/** Checks a page by axe, in light and dark, at phone and desktop width. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { waitForAnimations } from './animations.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const sizes = [
  { width: 320, height: 800 },
  { width: 1280, height: 800 },
];

/** The rows of a table that are not checked. */
const laterRows = 'tbody tr:nth-child(n + 6)';

/** The rules that depend on colors; only these are checked in dark mode. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** The violations that axe finds, and horizontal overflow, in each size and color scheme. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const size of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await waitForAnimations(page);
      // Without a page of its own for the result: no frame here is of another origin.
      const axe = new AxeBuilder({ page }).setLegacyMode().exclude(laterRows);
      const { violations } = await (
        colorScheme === 'dark' ? axe.withRules(colorRules) : axe.withTags(standards)
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
