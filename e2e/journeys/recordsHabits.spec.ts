/** The gestures listed in docs/records.md, by keyboard and by touch. */
import type { Page } from '@playwright/test';
import { openRecords } from '../support/openRecords.ts';
import { expect, signIn, test } from '../support/stack.ts';
import { zipcodeSchema } from '../support/zipcodes.ts';

const cellOf = (page: Page) => (row: number, column: number) =>
  page.locator(`[data-row="${row}"] > [data-column="${column}"]`);
/** The switch for decrypting, as soon as it is enabled. */
const decrypt = (page: Page) =>
  page.getByRole('switch', { name: 'Decrypt' }).and(page.locator(':not([aria-disabled])'));

test('filters, views, finding, pasting and deleting work by keyboard', async ({ page, person }) => {
  test.setTimeout(180_000);
  const olga = await person('Olga');
  const { path } = await openRecords(page, olga, 60);
  const cell = cellOf(page);
  await expect(page.getByText('Showing 1-50 of 60')).toBeVisible();
  await decrypt(page).press('Enter');
  await expect(page.getByRole('grid').getByText('Holtsville').first()).toBeVisible();

  await test.step('a filter is typed with completion', async () => {
    const field = page.getByRole('combobox', { name: 'Type a filter' });
    await field.focus();
    await page.keyboard.type('lat');
    await expect(page.getByRole('listbox').getByRole('option', { name: 'latitude' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('latitude ');
    await page.keyboard.type('> ');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Expected a number from/)).toBeVisible();
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: 'Filter 1' })).toContainText('latitude > 0');
  });

  await test.step('the page is saved as a view, changed and shown again', async () => {
    await page.getByRole('button', { name: 'Views', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Save as a new view' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Name').fill('Northern');
    await page.keyboard.press('Enter');
    const menu = page.getByRole('button', { name: 'Views: Northern' });
    await expect(menu).toBeVisible();
    const link = new URL(page.url()).searchParams.get('view');
    await page.getByRole('button', { name: 'Remove filter 1' }).press('Enter');
    await expect(page.getByText('Changed', { exact: true })).toBeVisible();
    await menu.press('Enter');
    await page.getByRole('button', { name: 'Discard changes' }).press('Enter');
    await expect(page.getByRole('group', { name: 'Filter 1' })).toContainText('latitude > 0');
    await page.goto(`${path}?view=${link}`);
    await expect(page.getByRole('group', { name: 'Filter 1' })).toContainText('latitude > 0');
    await page.getByRole('button', { name: 'Remove filter 1' }).press('Enter');
  });

  await test.step('Ctrl+F finds values of the page', async () => {
    await decrypt(page).press('Enter');
    await expect(page.getByRole('grid').getByText('Holtsville').first()).toBeVisible();
    await cell(1, 2).focus();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('holtsville');
    await expect(page.getByRole('search', { name: 'Find in this page' })).toContainText(/1 of \d+/);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(page.locator('td:focus')).toHaveText('Holtsville');
  });

  await test.step('a table is pasted as new records, and Undo deletes them', async () => {
    await cell(1, 2).focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData(
        'text/plain',
        'City\tstate\tzip code\tlatitude\tlongitude\nNewtown\tCT\t06470\t41.4\t-73.3\nBethel\tCT\t06801\t41.3\t-73.4\n',
      );
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    });
    const dialog = page.getByRole('dialog', { name: 'Paste rows' });
    await expect(dialog.getByText('Newtown')).toBeVisible();
    const call = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/records/'),
    );
    await dialog.getByRole('button', { name: 'Add 2 records' }).press('Enter');
    expect((await call).postDataJSON()).toHaveLength(2);
    await expect(page.getByText('of 62')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(page.getByText('of 60')).toBeVisible();
  });

  await test.step('all that match are selected and deleted, and Undo stores them again', async () => {
    await page.getByRole('checkbox', { name: 'Select every record of this page' }).press('Space');
    await page.getByRole('button', { name: 'Select all 60 that match' }).press('Enter');
    await page.getByRole('button', { name: 'Delete selected' }).press('Enter');
    await page.getByRole('button', { name: 'Delete 60 records' }).press('Enter');
    await expect(page.getByText(/Deleted 60 records of/)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(page.getByText('Showing 1-50 of 60')).toBeVisible();
  });
});

test('the same works by touch on a tablet, and on a phone', async ({ browser, person, stack }) => {
  test.setTimeout(180_000);
  const olga = await person('Olga');
  const { path } = await zipcodeSchema(olga.api, 60);
  const context = await browser.newContext({
    baseURL: stack.url,
    viewport: { width: 900, height: 1100 },
    hasTouch: true,
  });
  const page = await context.newPage();
  await signIn(page, olga);
  await page.goto(path);
  const cell = cellOf(page);
  await decrypt(page).tap();
  await expect(page.getByRole('grid').getByText('Holtsville').first()).toBeVisible();

  await test.step('the menu of a cell opens the find box', async () => {
    await cell(1, 2).dispatchEvent('contextmenu');
    await page.getByRole('button', { name: 'Find in this page' }).tap();
    await page.getByRole('searchbox', { name: 'Find in this page' }).fill('holtsville');
    await page.getByRole('button', { name: 'Next match' }).tap();
    await page.getByRole('button', { name: 'Close find' }).tap();
    await expect(page.getByRole('searchbox', { name: 'Find in this page' })).toBeHidden();
  });

  await test.step('a filter is typed, and a view saved', async () => {
    await page.getByRole('combobox', { name: 'Type a filter' }).tap();
    await page.getByRole('listbox').getByRole('option', { name: 'latitude' }).tap();
    await page.keyboard.type('> 0');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Views', exact: true }).tap();
    await page.getByRole('button', { name: 'Save as a new view' }).tap();
    await page.getByRole('dialog').getByLabel('Name').fill('Northern');
    await page.getByRole('button', { name: 'Save view' }).tap();
    await expect(page.getByRole('button', { name: 'Views: Northern' })).toBeVisible();
  });

  await test.step('on a phone the view is chosen, and a table pasted into the dialog', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    await page.getByRole('button', { name: 'Views', exact: true }).tap();
    await page.getByRole('button', { name: 'Northern' }).tap();
    await expect(page.getByRole('group', { name: 'Filter 1' })).toContainText('latitude > 0');
    await page.getByRole('button', { name: 'Paste rows' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Paste rows' });
    await dialog
      .getByLabel('Paste the table here')
      .fill('city,state,zip_code,latitude,longitude\nNewtown,CT,06470,41.4,-73.3');
    await dialog.getByRole('button', { name: 'Add 1 record' }).tap();
    await expect(page.getByText('of 61')).toBeVisible();
  });
  await context.close();
});
