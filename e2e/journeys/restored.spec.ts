/**
 * After a restored backup the missing uploads are named, an owner accepts the older records, and they are shown again.
 */
import { violations } from '../support/accessibility.ts';
import { backUpManifest } from '../support/restored.ts';
import { expect, signIn, test } from '../support/stack.ts';
import { zipcodeRows, zipcodeSchema } from '../support/zipcodes.ts';

test('older records are rejected, described, accepted with the password, and announced afterwards', async ({
  page,
  person,
  stack,
}) => {
  const ada = await person('Ada');
  const schema = await zipcodeSchema(ada.api, 39);
  const restore = await backUpManifest(stack, schema.id);
  await ada.api.upload(schema.id, zipcodeRows(39, 100), 'text/csv');
  await ada.api.upload(schema.id, zipcodeRows(100, 112), 'text/csv');
  await signIn(page, ada);
  await page.goto(schema.path);
  await expect(page.getByText('Showing 1-50 of 112')).toBeVisible();
  await restore();

  const inspect = async () => expect(await violations(page)).toEqual([]);

  await test.step('the page states what is missing, and searches nothing', async () => {
    await page.reload();
    await expect(page.getByText('The service holds older records than this machine has seen')).toBeVisible();
    await expect(page.getByText(/73 records of 2 uploads are missing/)).toBeVisible();
    await inspect();
  });

  await test.step('a wrong password accepts nothing', async () => {
    await page.getByRole('button', { name: 'Accept the older records' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Disk lost');
    await dialog.getByLabel('Password of your account').fill('a wrong guess');
    await inspect();
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
    await expect(dialog.getByText(/not the password of your account/).first()).toBeVisible();
    await dialog.getByLabel('Password of your account').fill(ada.password);
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
  });

  await test.step('the backup’s records are shown, under a notice that can be dismissed', async () => {
    await expect(page.getByText('Showing 1-39 of 39')).toBeVisible();
    await expect(page.getByText(/^Restored from a backup of .* by Ada Tester$/)).toBeVisible();
    await expect(page.getByText(/73 records of 2 uploads are missing since/)).toBeVisible();
    await inspect();
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    await expect(page.getByText(/^Restored from a backup/)).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('Showing 1-39 of 39')).toBeVisible();
    await expect(page.getByText(/^Restored from a backup/)).toHaveCount(0);
  });
});
