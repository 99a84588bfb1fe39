/** The records page as a workbench: what is visible, and what the keyboard reaches. */
import type { Page } from '@playwright/test';
import { updateRecord } from '@cloakroom/contract/recordChanges.ts';
import { listRecords } from '@cloakroom/contract/records.ts';
import { openRecords } from '../support/openRecords.ts';
import { expect, test } from '../support/stack.ts';

/** The number of completely visible elements, inside the window and the scrolling area. */
const visibleCount = (page: Page, selector: string) =>
  page.evaluate((rows) => {
    const head = document.querySelector('thead')?.getBoundingClientRect().bottom ?? 0;
    const frame = (
      document.querySelector('[role=grid]') ?? document.querySelector('main [role=list] input')?.closest('ul')
    )?.parentElement?.getBoundingClientRect();
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
  test(`at ${width} × ${height} at least ${rows} rows and the pager are visible`, async ({
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
    expect(await visibleCount(page, 'tbody tr')).toBeGreaterThanOrEqual(rows);
    await expect(page.getByRole('navigation', { name: 'Pages of records' })).toBeInViewport({ ratio: 1 });
    await context.close();
  });

test('at 390 × 844 at least 6 cards are visible, and a tap shows the record', async ({
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
  expect(await visibleCount(page, '[aria-label="Records of Zip codes"] > li')).toBeGreaterThanOrEqual(6);
  await expect(page.getByRole('navigation', { name: 'Pages of records' })).toBeInViewport({ ratio: 1 });
  await cards.first().tap();
  await expect(page.getByRole('dialog', { name: 'Record 1' })).toBeVisible();
  await context.close();
});

test('the first cell is reached with at most six presses of Tab and Enter', async ({
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

test('records are added, edited, deleted and restored by keyboard', async ({ page, person }) => {
  test.setTimeout(120_000);
  const olga = await person('Olga');
  const { id } = await openRecords(page, olga, 3);
  await expect(page.getByText('Showing 1-3 of 3')).toBeVisible();
  const grid = page.getByRole('grid');
  const cell = (row: number, column: number) =>
    page.locator(`[data-row="${row}"] > [data-column="${column}"]`);

  await test.step('a new record is validated, stored and shown', async () => {
    await page.getByRole('button', { name: 'Add record' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add record' });
    await dialog.getByLabel('latitude').fill('400');
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('latitude')).toHaveAttribute('aria-invalid', 'true');
    for (const [name, text] of Object.entries({
      zip_code: '06470',
      latitude: '41.4',
      longitude: '-73.3',
      city: 'Newtown',
      state: 'CT',
    }))
      await dialog.getByLabel(name).fill(text);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Showing 1-4 of 4')).toBeVisible();
  });

  await test.step('Ctrl+Z deletes it again', async () => {
    await cell(1, 2).focus();
    await page.keyboard.press('Control+z');
    await expect(page.getByText('The new record of Zip codes is deleted again.')).toBeVisible();
    await expect(page.getByText('Showing 1-3 of 3')).toBeVisible();
  });

  await page.getByRole('switch', { name: 'Decrypt' }).click();
  await expect(grid.getByText('Holtsville').first()).toBeVisible();
  const edit = async () => {
    await grid.getByText('Holtsville').first().focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('button', { name: 'Edit record' }).focus();
    await page.keyboard.press('Enter');
    return page.getByRole('dialog', { name: 'Edit record 1' });
  };

  await test.step('an edit of a version that another program has replaced is not stored', async () => {
    const records = [await olga.api.call(listRecords, { query: { schema: id, limit: 1 } })].flat();
    const first = records.find((record) => 'id' in record);
    const dialog = await edit();
    await dialog.getByLabel('city').fill('Holts Ville');
    await olga.api.call(updateRecord, { params: { id: first?.id ?? '' }, body: { data: { state: 'CT' } } });
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(dialog.getByText('The record was changed meanwhile')).toBeVisible();
    await dialog.getByRole('button', { name: 'Load the current values' }).press('Enter');
    await expect(dialog.getByLabel('state')).toHaveValue('CT');
    await expect(dialog.getByLabel('city')).toHaveValue('Holts Ville');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(grid.getByText('Holts Ville')).toBeVisible();
  });

  await test.step('Undo restores the previous value, and nothing else', async () => {
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(page.getByText(/has its former values again/)).toBeVisible();
    await expect(grid.getByText('Holts Ville')).toBeHidden();
    await expect(grid.getByText('CT', { exact: true })).toBeVisible();
  });

  await test.step('a deleted record is restored with its values, as the last one', async () => {
    /** The values of a row, without its checkbox and number. */
    const valuesOf = async (row: number) =>
      (await page.locator(`[data-row="${row}"] > [data-column]`).allInnerTexts()).slice(2);
    const values = await valuesOf(1);
    expect(values).toContain('Holtsville');
    await grid.getByText('Holtsville').first().focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('button', { name: 'Delete record' }).press('Enter');
    await expect(page.getByRole('dialog')).toContainText('you can undo it for ten seconds');
    await page.getByRole('button', { name: 'Delete 1 record' }).press('Enter');
    await expect(page.getByText('Showing 1-2 of 2')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(page.getByText('Showing 1-3 of 3')).toBeVisible();
    await expect.poll(() => valuesOf(3)).toEqual(values);
  });
});

test('ranges of cells are selected and copied by keyboard, mouse and touch', async ({
  browser,
  sample,
  stack,
}) => {
  const context = await browser.newContext({
    baseURL: stack.url,
    storageState: sample.owner.signedIn,
    hasTouch: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.goto(`${sample.full}/records`);
  await page.getByRole('switch', { name: 'Decrypt' }).click();
  await expect(page.getByRole('grid').getByText('Holtsville').first()).toBeVisible();
  const cell = (row: number, column: number) =>
    page.locator(`[data-row="${row}"] > [data-column="${column}"]`);
  const selected = page.getByRole('gridcell', { selected: true });
  const copied = async () => {
    await page.keyboard.press('Control+c');
    await expect(page.getByText(/^Copied \d+ cells?\.$/)).toBeAttached();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const texts = async (rows: number[], columns: number[]) => {
    const lines = await Promise.all(
      rows.map(async (row) =>
        (await Promise.all(columns.map((column) => cell(row, column).innerText()))).join('\t'),
      ),
    );
    return `${lines.join('\r\n')}\r\n`;
  };

  await test.step('by Shift and the arrow keys', async () => {
    await cell(1, 2).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(selected).toHaveCount(4);
    expect(await copied()).toBe(await texts([1, 2], [2, 3]));
  });

  await test.step('by dragging', async () => {
    await cell(2, 2).hover();
    await page.mouse.down();
    await cell(4, 4).hover();
    await page.mouse.up();
    await expect(selected).toHaveCount(9);
    expect(await copied()).toBe(await texts([2, 3, 4], [2, 3, 4]));
  });

  await test.step('by two taps, after the menu of a cell', async () => {
    await cell(3, 3).dispatchEvent('contextmenu');
    await page.getByRole('button', { name: 'Start a range here' }).tap();
    await cell(5, 4).tap();
    await expect(selected).toHaveCount(6);
    expect(await copied()).toBe(await texts([3, 4, 5], [3, 4]));
  });

  await test.step('by Ctrl+A for all cells; a value becomes a filter', async () => {
    await page.keyboard.press('Control+a');
    await expect(page.getByText('300 cells selected.')).toBeAttached();
    await page.keyboard.press('Escape');
    const city = page.getByRole('grid').getByText('Holtsville').first();
    await city.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('button', { name: 'Filter by this value' }).press('Enter');
    await expect(page.getByText('Showing 1-2 of 2')).toBeVisible();
    await page.getByRole('button', { name: 'Remove filter 1' }).press('Enter');
    await expect(page.getByText('Showing 1-50 of 300')).toBeVisible();
  });
  await context.close();
});
