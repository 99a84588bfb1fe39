/** Checks a page with axe, in light and dark, at phone and desktop width, and whether anything is cut off. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { waitForAnimations } from './animations.ts';
import { cutOff } from './cutOff.ts';

// Half the size of `axe.source`; every checked page has to parse it.
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The first size is the one in which states are opened: at phone width a grid becomes cards, and its menus close. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 320, height: 800 },
];
/** Zoom of 200 % halves the sides of a window of 1280 × 800. */
const zoomed = { width: 640, height: 400 };

/** Rows of a table and calls of the API that repeat the first ones of their table or group. */
export const repeatedElements = 'tbody tr:nth-child(n + 6), details:nth-of-type(n + 4)';

/** The rules that depend on colors; only these are checked in dark mode. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Loads axe into each frame of the page that doesn’t have it yet. */
async function injectAxe(page: Page): Promise<void> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source);
}

type Scope = {
  /** A selector of elements that are not checked. */
  exclude?: string;
  /** The standards or rules that are checked; all rules if omitted. */
  runOnly?: string[];
};

/**
 * The violations that axe finds in the current page, or in its open modal dialog. axe describes only these, because a description of all passed checks
 * takes as long as the checks.
 */
export async function violations(page: Page, scope: Scope = {}): Promise<string[]> {
  await injectAxe(page);
  // Colors differ while a dialog appears.
  await waitForAnimations(page);
  return page.evaluate(async ({ exclude, runOnly }) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    // The rest of the page is inert, and is checked without the dialog.
    const include = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
    const found = await run(
      { include, ...(exclude !== undefined && { exclude }) },
      { ...(runOnly && { runOnly }), resultTypes: ['violations'] },
    );
    return found.violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  }, scope);
}

/** The violations that axe finds, and what is cut off, in each size and color scheme; at 200 % zoom only the latter. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const found: string[] = [];
  const opened = page.viewportSize();
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const runOnly = colorScheme === 'dark' ? colorRules : standards;
      for (const problem of await violations(page, { exclude: repeatedElements, runOnly }))
        found.push(`${colorScheme} at ${size.width}: ${problem}`);
    }
    for (const problem of await cutOff(page)) found.push(`at ${size.width}: ${problem}`);
  }
  await page.setViewportSize(zoomed);
  for (const problem of await cutOff(page)) found.push(`at 200 %: ${problem}`);
  if (opened) await page.setViewportSize(opened);
  return found;
}
