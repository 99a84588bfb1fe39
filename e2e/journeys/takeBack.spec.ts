/** Takes back one of two uploads of the same file on the records screen, by keyboard. */
import { accessibilityProblems } from '../support/accessibility.ts';
import { expect, signIn, test } from '../support/stack.ts';
import { countRecords, zipcodeRows, zipcodeSchema } from '../support/zipcodes.ts';

const rows = 300;

test('takes back one of two uploads of the same file', async ({ page, person }) => {
  const olga = await person('Olga');
  const schema = await zipcodeSchema(olga.api, rows);
  await olga.api.upload(schema.id, zipcodeRows(0, rows), 'text/csv');
  await signIn(page, olga);
  await page.goto(schema.path);
  await page.getByText('Showing 1-50 of 600').waitFor();

  const open = page.getByRole('button', { name: 'Uploads', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Uploads to Zip codes' });
  const question = page.getByRole('dialog', { name: 'Take this upload back?' });
  const takeBack = dialog.getByRole('button', { name: /^Take back the upload of .* with 300 records$/ });
  await open.click();
  await expect(takeBack).toHaveCount(2);
  await expect(dialog.getByText('This machine')).toHaveCount(2);

  await test.step('the list and the dialog are accessible', async () => {
    expect(await accessibilityProblems(page)).toEqual([]);
    await takeBack.first().click();
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(takeBack.first()).toBeFocused();
  });

  await test.step('the result has the focus, the list has one upload, and the grid has half of the records', async () => {
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(question.getByRole('button', { name: 'Delete 300 records' })).toBeFocused();
    await page.keyboard.press('Enter');
    const result = dialog.getByText(/is taken back: 300 records deleted\./);
    await expect(result).toBeVisible();
    await expect(page.locator(':focus')).toContainText('is taken back');
    await expect(takeBack).toHaveCount(1);
    await expect(dialog.getByText(/^Clearing/)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(open).toBeFocused();
    await page.getByText('Showing 1-50 of 300').waitFor();
    expect(await countRecords(olga.api, schema.id)).toBe(rows);
  });
});
