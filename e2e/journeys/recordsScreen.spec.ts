/** A table of 35 columns: navigated, decrypted, exported and deleted, with a column layout that is stored. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { makeSchema } from '../../tools/client.ts';
import { storedText } from '../support/browserStorage.ts';
import { accessibilityProblems } from '../support/accessibility.ts';
import { expect, signIn, test, type Person } from '../support/stack.ts';

const names = Array.from({ length: 35 }, (_, index) => `field ${String(index + 1).padStart(2, '0')}`);
const isNumber = (column: number) => column % 3 === 2;
const total = 120;
const valueOf = (row: number, column: number) =>
  isNumber(column)
    ? String((row * 37 + column) % 1000)
    : column === 0 && row === 0
      ? '=1+1'
      : `text ${column} of ${row}`;

async function createRecords({ api }: Person): Promise<string> {
  const properties = Object.fromEntries(
    names.map((name, column) => [
      name,
      isNumber(column) ? { type: 'integer', minimum: 0, maximum: 1000 } : { type: 'string' },
    ]),
  );
  const { dataset, schema } = await makeSchema(
    api,
    { dataset: 'Wide', schema: 'Wide' },
    { type: 'object', properties },
  );
  const lines = Array.from({ length: total }, (_, row) =>
    names.map((_name, column) => valueOf(row, column)).join(),
  );
  const job = await api.upload(schema.id, [names.join(), ...lines].join('\n'), 'text/csv');
  if (job.status !== 'complete') throw new Error(job.error);
  const id = dataset.url.split('/').at(-2) ?? '';
  return `/datasets/${id}/schemas/${schema.id}`;
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Records of Wide' });
const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true });
const columnHeader = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const focused = (page: Page) => page.locator(':focus');

async function exportAs(page: Page, ...choices: string[]): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Export records' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export records' });
  for (const choice of choices) await dialog.getByRole('radio', { name: choice }).check();
  if (choices.includes('Decrypted')) await dialog.getByRole('textbox', { name: /^Type “Wide”/ }).fill('Wide');
  await dialog.getByRole('button', { name: 'Export' }).click();
}

test('a wide table is navigated, sorted and decrypted, and keeps its layout', async ({ page, person }) => {
  test.setTimeout(120_000);
  const olga = await person('Olga');
  const schema = await createRecords(olga);
  await signIn(page, olga);
  await page.goto(`${schema}/records?limit=100`);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '121');
  await expect(grid(page)).toHaveAttribute('aria-colcount', '37');

  await test.step('the keyboard reaches the last cell, which was not rendered before', async () => {
    await expect(cell(page, 'encrypted value, field 35 column')).toHaveCount(0);
    await columnHeader(page, 'field 01').getByRole('button').focus();
    await page.keyboard.press('Control+End');
    await expect(focused(page)).toHaveAccessibleName('encrypted value, field 35 column');
    await expect(focused(page)).toHaveAttribute('aria-colindex', '37');
    await expect(focused(page).locator('..')).toHaveAttribute('aria-rowindex', '101');
    await expect(focused(page)).toBeInViewport();
    await page.keyboard.press('Control+Home');
    await expect(focused(page)).toHaveAccessibleName('Select every record of this page');
  });

  await test.step('after horizontal scrolling, numbers and checkboxes stay visible and can be pressed', async () => {
    const box = (await grid(page).boundingBox())!;
    await page.mouse.move(box.x + 400, box.y + 100);
    await page.mouse.wheel(1500, 0);
    await expect(cell(page, 'encrypted value, field 02 column').first()).not.toBeInViewport();
    const pane = page.locator('tbody[aria-hidden]');
    const number = pane.getByRole('button', { includeHidden: true }).nth(10);
    const checkbox = pane.getByRole('checkbox', { includeHidden: true }).nth(10);
    const record = await number.innerText();
    const ownCheckbox = page.getByRole('checkbox', { name: `Select record ${record}`, exact: true });
    await checkbox.click();
    await expect(ownCheckbox).toBeChecked();
    await checkbox.click();
    await expect(ownCheckbox).not.toBeChecked();
    await number.click();
    await page.getByRole('button', { name: `Close record ${record}` }).press('Escape');
    await expect(pane).toHaveCount(1);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.mouse.wheel(-5000, 0);
    await expect(pane).toHaveCount(0);
    await columnHeader(page, 'field 01').getByRole('button').focus();
    await page.keyboard.press('Control+Home');
  });

  await test.step('a column gets wider by keyboard, and at least 40 pixels wide', async () => {
    const first = columnHeader(page, 'field 01');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    for (let press = 0; press < 12; press++) await page.keyboard.press('Shift+ArrowLeft');
    expect(Math.round((await first.boundingBox())?.width ?? 0)).toBe(40);
    for (let press = 0; press < 16; press++) await page.keyboard.press('Shift+ArrowRight');
    await expect(page.getByText('field 01 is 200 pixels wide.')).toBeAttached();
    expect(Math.round((await first.boundingBox())?.width ?? 0)).toBe(200);
  });

  await test.step('a peek decrypts one value, and hides it again', async () => {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(cell(page, '=1+1')).toBeFocused();
    await expect(cell(page, 'encrypted value, field 02 column').first()).toBeVisible();
    await page.keyboard.press('Space');
    await expect(cell(page, '=1+1')).toHaveCount(0);
  });

  await test.step('a number column sorts all records; text columns state why they don’t', async () => {
    await page.keyboard.press('ArrowUp');
    await expect(focused(page)).toHaveAccessibleDescription(/^Sealed values have no order/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(columnHeader(page, 'field 03')).toHaveAttribute('aria-sort', 'ascending');
    await page.keyboard.press('Enter');
    await expect(columnHeader(page, 'field 03')).toHaveAttribute('aria-sort', 'descending');
    await expect(page.getByText('All 120 records are sorted by field 03, descending.')).toBeAttached();
    await page.getByRole('switch', { name: 'Decrypt' }).click();
    const greatest = Math.max(...Array.from({ length: total }, (_, row) => Number(valueOf(row, 2))));
    await expect(page.locator('[data-row="1"] > [data-column="4"]')).toHaveText(String(greatest));
  });

  await test.step('the record is shown beside the grid, and Esc returns to its cell', async () => {
    await page.locator('[data-row="2"] > [data-column="2"]').focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: 'Record 2' });
    await expect(panel.getByRole('heading', { name: 'Record 2' })).toBeFocused();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: null });
    await page.setViewportSize({ width: 1280, height: 720 });
    await panel.getByRole('button', { name: 'Close record 2' }).press('Escape');
    await expect(panel).toHaveCount(0);
  });

  await test.step('the layout is restored after a reload, and can be reset', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'field 02' }).uncheck();
    await page.getByRole('button', { name: 'Move field 04 to the left' }).click();
    await page.keyboard.press('Escape');
    // It is stored shortly after the change.
    await expect.poll(() => storedText(page)).toMatch(/"order":\["field 01".*"hidden":\["field 02"\]/);
    await page.goto(`${schema}/records`);
    await expect(columnHeader(page, 'field 03')).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL(/sort=-field\+03/);
    await expect(columnHeader(page, 'field 02')).toHaveCount(0);
    expect(Math.round((await columnHeader(page, 'field 01').boundingBox())?.width ?? 0)).toBe(200);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Reset layout' }).click();
    await expect(columnHeader(page, 'field 02')).toBeVisible();
    await expect(page).not.toHaveURL(/sort=/);
  });
});

test('records are exported encrypted and decrypted, then deleted, then the schema', async ({
  page,
  person,
}) => {
  test.setTimeout(120_000);
  const olga = await person('Olga');
  const schema = await createRecords(olga);
  await signIn(page, olga);
  await page.goto(`${schema}/records?limit=25&column=field+03&operator=<=&value=500`);
  const matching = Array.from({ length: total }, (_, row) => row).filter(
    (row) => Number(valueOf(row, 2)) <= 500,
  );
  await expect(page.getByText(`Showing 1-25 of ${matching.length}`)).toBeVisible();

  await test.step('encrypted, into a chosen file', async () => {
    await page.evaluate(() => {
      Object.assign(globalThis, {
        showSaveFilePicker: async () =>
          (await navigator.storage.getDirectory()).getFileHandle('sealed.json', { create: true }),
      });
    });
    await exportAs(page, 'JSON');
    await expect(page.getByText(`Exported ${matching.length} records`).last()).toBeVisible();
    const text = await page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory();
      const file = await (await folder.getFileHandle('sealed.json')).getFile();
      const written = await file.text();
      await folder.removeEntry('sealed.json');
      return written;
    });
    const written = JSON.parse(text) as { id: string; data: Record<string, string> }[];
    expect(written).toHaveLength(matching.length);
    expect(written[0]?.data['field 01']).toMatch(/^v2\./);
    expect(text).not.toContain('text 1 of');
  });

  await test.step('decrypted, as a download in which no value is a formula', async () => {
    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
    const saved = page.waitForEvent('download');
    await exportAs(page, 'Decrypted');
    const download = await saved;
    expect(download.suggestedFilename()).toBe('Wide.csv');
    const lines = readFileSync(await download.path(), 'utf8')
      .slice(1)
      .split('\r\n');
    expect(lines[0]).toBe(names.join());
    expect(lines.slice(1, -1)).toEqual(
      matching.map((row) => names.map((_, column) => valueOf(row, column).replace(/^=.*/, `"'$&"`)).join()),
    );
  });

  await test.step('two records are deleted after a confirmation with their number', async () => {
    await page.getByRole('checkbox', { name: 'Select record 1', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Select record 2', exact: true }).check();
    await page.getByRole('button', { name: 'Delete selected' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 records?' });
    await dialog.getByRole('button', { name: 'Delete 2 records' }).click();
    await expect(page.getByText(`Showing 1-25 of ${matching.length - 2}`)).toBeVisible();
  });

  await test.step('the schema is deleted with the remaining records', async () => {
    await page.goto(schema);
    await page.getByRole('button', { name: 'Delete Schema' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Wide?' });
    await expect(dialog.getByText(/deletes the schema with 118 records/)).toBeVisible();
    await dialog.getByRole('textbox', { name: /^Type “Wide”/ }).fill('Wide');
    await dialog.getByRole('button', { name: 'Delete Schema' }).click();
    await expect(page).toHaveURL(/\/datasets\/[^/]+$/);
    await expect(page.getByText('No schemas yet')).toBeVisible();
  });
});
