/** The proposed fields of a dropped file on the screen. */
import { accessibilityProblems } from '../support/accessibility.ts';
import { newUser, ownFile } from '../support/droppedFile.ts';
import { expect, test } from '../support/stack.ts';

test.setTimeout(300_000);

test('the proposed fields are accessible as a form and as a JSON Schema, and can be edited by keyboard', async ({
  page,
  stack,
}) => {
  await newUser(page, stack);
  expect(await accessibilityProblems(page)).toEqual([]);
  const file = {
    name: 'patients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(ownFile(60)),
  };
  await page.getByLabel('Select a file to upload').setInputFiles(file);
  await page.getByRole('listitem', { name: 'zip' }).waitFor();
  await page.getByRole('button', { name: 'Leave note out' }).press('Enter');
  await page.getByRole('button', { name: 'Move zip up' }).press('Enter');
  await expect(page.getByText('note is left out')).toBeVisible();
  await test.step('a reload keeps the edits, and asks for the file', async () => {
    await page.waitForTimeout(1_000);
    await page.reload();
    await expect(page.getByText('note is left out')).toBeVisible();
    await expect(page.getByText(/For example/)).toHaveCount(0);
    await page.getByLabel('Select a file to upload').setInputFiles(file);
    await expect(page.getByText('For example North · South · East')).toBeVisible();
    await expect(page.getByText('note is left out')).toBeVisible();
  });
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'JSON Schema' }).press('Enter');
  await page.getByRole('textbox', { name: 'JSON Schema' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
