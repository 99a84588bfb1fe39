/** On a slow machine each command is pressed twice before the page responds: it acts once, and reports so once. */
import type { Locator, Page } from '@playwright/test';
import { listDatasets } from '@cloakroom/contract/datasets.ts';
import { listSchemas } from '@cloakroom/contract/schemas.ts';
import { drop } from '../support/droppedFile.ts';
import { expect, signIn, test } from '../support/stack.ts';

/** How many times slower the processor is. */
const throttling = Number(process.env.THROTTLING ?? 4);

const rows = Array.from({ length: 40 }, (_, index) => `Guest ${index},${18 + index},${'ABC'[index % 3]}`);
const file = ['name,age,ward', ...rows, ''].join('\n');

const pressTwice = (button: Locator) => button.dblclick();
const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true });

test('from a dropped file to an undone deletion, every command acts once', async ({ page, person }) => {
  test.setTimeout(300_000);
  const olga = await person('Olga');
  await signIn(page, olga);
  await button(page, 'Upload a File').waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttling });
  // The first upload also starts the proxy's threads.
  const expectTotal = (total: number) =>
    expect(page.getByText(`Showing 1-${total} of ${total}`)).toBeVisible({ timeout: 60_000 });
  /** Expects this text in the only message on the screen, apart from the tray. */
  const expectMessage = async (text: string | RegExp) => {
    const messages = page.getByRole('region', { name: 'Alerts' }).locator('[role] > div');
    await expect(messages).toHaveCount(1);
    await expect(messages).toContainText(text);
  };
  const dismiss = () => page.getByRole('button', { name: /^Dismiss: / }).click();

  await test.step('a file becomes one dataset, one schema and one upload', async () => {
    await drop(page, file, 'guests.csv');
    await pressTwice(button(page, 'Create and Upload'));
    await expectTotal(40);
    await expect(page.getByRole('region', { name: 'Uploads' }).getByRole('listitem')).toHaveText(
      /Upload Complete, 40 records/,
    );
    await expect(page.getByText('40 new records')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'guests' })).toBeFocused();
    expect([await olga.api.call(listDatasets)].flat()).toHaveLength(1);
    expect([await olga.api.call(listSchemas)].flat()).toHaveLength(1);
    await button(page, 'Dismiss guests').click();
    await expect(page.getByRole('region', { name: 'Uploads' })).toBeHidden();
    await expect(page.getByText('40 new records')).toBeHidden();
  });

  await test.step('a record is added once, and the focus returns to the button', async () => {
    await pressTwice(button(page, 'Add record'));
    const dialog = page.getByRole('dialog', { name: 'Add record' });
    await dialog.getByLabel('name').fill('Guest new');
    await dialog.getByLabel('age').fill('33');
    await dialog.getByLabel('ward').selectOption('A');
    await pressTwice(button(dialog, 'Add record'));
    await page.keyboard.press('Escape');
    await expectTotal(41);
    await expectMessage('Added a record to guests.');
    await expect(button(page, 'Add record')).toBeFocused();
    await dismiss();
  });

  await test.step('a record is changed once, and the focus follows it', async () => {
    await page.getByRole('switch', { name: 'Decrypt' }).and(page.locator(':not([aria-disabled])')).click();
    const cell = page.locator('[data-row="2"] > [data-column="2"]');
    const before = await cell.filter({ hasText: 'Guest' }).innerText();
    await cell.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await button(page, 'Edit record').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Edit record 2' });
    await dialog.getByLabel('name').fill(`${before} II`);
    await pressTwice(button(dialog, 'Save'));
    await expectMessage('Changed record 2 of guests. It is the last one now.');
    await expect(page.locator('td:focus')).toHaveText(`${before} II`);
    await dismiss();
  });

  await test.step('rows are pasted once', async () => {
    await page.locator('[data-row="1"] > [data-column="2"]').focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'Name\tAge\tWard\nOne\t41\tA\nTwo\t42\tB\n');
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    });
    await pressTwice(button(page.getByRole('dialog', { name: 'Paste rows' }), 'Add 2 records'));
    await expectTotal(43);
    await expectMessage('Added 2 records to guests.');
    await dismiss();
  });

  await test.step('records are exported once', async () => {
    await page.evaluate('delete globalThis.showSaveFilePicker');
    await button(page, 'More').click();
    await button(page, 'Export records').click();
    await pressTwice(button(page.getByRole('dialog', { name: 'Export records' }), 'Export'));
    const exports = page.getByRole('region', { name: 'Exports' });
    await expect(exports.getByRole('listitem')).toHaveText(/Exported 43 records/);
    await button(exports, 'Dismiss the export of guests').click();
  });

  await test.step('records are deleted once, and stored again once', async () => {
    await page.getByRole('checkbox', { name: 'Select record 2', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Select record 3', exact: true }).check();
    await pressTwice(button(page, 'Delete selected'));
    await pressTwice(button(page.getByRole('dialog', { name: 'Delete 2 records?' }), 'Delete 2 records'));
    await expectTotal(41);
    await expectMessage('Deleted 2 records of guests.');
    await expect(page.locator('body')).not.toBeFocused();
    await pressTwice(button(page, 'Undo'));
    await expectTotal(43);
    await expectMessage('Stored 2 records of guests again, with new ids.');
  });
});
