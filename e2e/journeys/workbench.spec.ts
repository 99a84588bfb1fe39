/** The records page as a workbench: what is in sight, and what the keyboard reaches. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/stack.ts';

/** How many elements are completely in sight, inside of the window and of what scrolls. */
const inSight = (page: Page, selector: string) =>
  page.evaluate((rows) => {
    const head = document.querySelector('thead')?.getBoundingClientRect().bottom ?? 0;
    const frame = document.querySelector('[role=grid]')?.parentElement?.getBoundingClientRect();
    const end = Math.min(innerHeight, frame?.bottom ?? innerHeight);
    return [...document.querySelectorAll(rows)].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= head - 1 && bottom <= end + 1;
    }).length;
  }, selector);

for (const [width, height, rows] of [
  [1280, 800, 18],
  [1440, 900, 22],
  [1920, 1080, 30],
] as const)
  test(`at ${width} × ${height} at least ${rows} rows and the pager are in sight`, async ({
    browser,
    sample,
    stack,
  }) => {
    const viewport = { width, height };
    const storageState = sample.owner.signedIn;
    const context = await browser.newContext({ baseURL: stack.url, viewport, storageState });
    const page = await context.newPage();
    await page.goto(`${sample.full}/records`);
    await expect(page.getByRole('row')).toHaveCount(51);
    await expect(page.getByRole('button', { name: 'Columns' })).toBeVisible();
    expect(await inSight(page, 'tbody tr')).toBeGreaterThanOrEqual(rows);
    await expect(page.getByRole('navigation', { name: 'Pages of records' })).toBeInViewport({ ratio: 1 });
    await context.close();
  });

test('at 390 × 844 at least 6 cards are in sight, and a tap shows the record', async ({
  browser,
  sample,
  stack,
}) => {
  const viewport = { width: 390, height: 844 };
  const storageState = sample.owner.signedIn;
  const context = await browser.newContext({ baseURL: stack.url, viewport, storageState, hasTouch: true });
  const page = await context.newPage();
  await page.goto(`${sample.full}/records`);
  const cards = page.getByRole('list', { name: 'Records of Zip codes' }).getByRole('listitem');
  await expect(cards).toHaveCount(50);
  await page.getByRole('switch', { name: 'Decrypt' }).and(page.locator(':not([aria-disabled])')).waitFor();
  expect(await inSight(page, '[aria-label="Records of Zip codes"] > li')).toBeGreaterThanOrEqual(6);
  await expect(page.getByRole('navigation', { name: 'Pages of records' })).toBeInViewport({ ratio: 1 });
  await cards.first().tap();
  await expect(page.getByRole('dialog', { name: 'Record 1' })).toBeVisible();
  await context.close();
});

test('the first cell is reached by six presses of Tab and Enter at most', async ({
  browser,
  sample,
  stack,
}) => {
  const context = await browser.newContext({ baseURL: stack.url, storageState: sample.owner.signedIn });
  const page = await context.newPage();
  await page.goto(`${sample.full}/records`);
  await page.getByRole('gridcell').first().waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the table' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-row="1"] > [data-column="2"]')).toBeFocused();
  await context.close();
});
