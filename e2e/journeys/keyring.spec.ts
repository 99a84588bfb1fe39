/** A keyring with a passphrase of one's own: locked, nothing can be read; opened, everything is there again. */
import { expect, signIn, test } from '../support/stack.ts';
import { zipcodeSchema } from '../support/zipcodes.ts';

const passphrase = 'four random words here';

test('a keyring gets a passphrase, is locked, refuses a wrong one, and opens with the right one', async ({
  page,
  person,
}) => {
  const ada = await person('Ada');
  const schema = await zipcodeSchema(ada.api, 39);
  await signIn(page, ada);

  await test.step('the passphrase takes the place of the file', async () => {
    await page.goto('/identities');
    await page.getByRole('button', { name: 'Set a passphrase' }).click();
    await page.getByLabel('New passphrase', { exact: true }).fill(passphrase);
    await page.getByLabel('Confirm new passphrase', { exact: true }).fill(passphrase);
    await page.getByRole('button', { name: 'Set Passphrase' }).click();
    await expect(page.getByText('Your own. The keyring locks after 15 idle minutes.')).toBeVisible();
  });

  await test.step('locked, it opens no record and answers no search', async () => {
    await page.getByRole('button', { name: 'Lock now' }).click();
    await expect(page.getByText(/^It is locked/)).toBeVisible();
    await page.goto(schema.path);
    await expect(page.getByText('Your keyring is locked')).toBeVisible();
    await expect(page.getByText('Error fetching records')).toBeVisible();
  });

  await test.step('a wrong guess has to wait, the right one brings the records back', async () => {
    const field = page.getByLabel('Passphrase', { exact: true });
    const unlock = async (guess: string) => {
      await field.fill(guess);
      await page.getByRole('button', { name: 'Unlock' }).click();
    };
    await unlock('a wrong guess');
    await expect(page.getByText(/^The passphrase does not open the keyring/)).toBeVisible();
    await expect(async () => {
      if (await field.isVisible()) await unlock(passphrase);
      await expect(page.getByText('Showing 1-39 of 39')).toBeVisible({ timeout: 2000 });
    }).toPass();
  });
});
