/** A keyring with its owner's passphrase: it opens nothing while locked, and everything after unlocking. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockKeyring, setPassphrase, showPhrase } from '@cloakroom/contract/keyring.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import { ensureAccount, waiveRecoveryWords } from '../../tools/client.ts';
import { tabTo } from '../support/keyboard.ts';
import { accessibilityProblems } from '../support/accessibility.ts';
import { expect, signIn, test } from '../support/stack.ts';
import { zipcodeSchema } from '../support/zipcodes.ts';

const passphrase = 'four random words here';

test('a keyring gets a passphrase, is locked, rejects a wrong passphrase, and opens with the right one', async ({
  page,
  person,
}) => {
  const ada = await person('Ada');
  const schema = await zipcodeSchema(ada.api, 39);
  await signIn(page, ada);

  await test.step('the passphrase replaces the passphrase file', async () => {
    await page.goto('/identities');
    await page.getByRole('button', { name: 'Set a passphrase' }).click();
    await page.getByLabel('New passphrase', { exact: true }).fill(passphrase);
    await page.getByLabel('Confirm new passphrase', { exact: true }).fill(passphrase);
    await page.getByRole('button', { name: 'Set Passphrase' }).click();
    await expect(page.getByText('Your own. The keyring locks after 15 minutes of inactivity.')).toBeVisible();
  });

  await test.step('a locked keyring opens no record and answers no search', async () => {
    await page.getByRole('button', { name: 'Lock now' }).click();
    await expect(page.getByText(/^It is locked/)).toBeVisible();
    await page.goto(schema.path);
    await expect(page.getByText('Your keyring is locked')).toBeVisible();
    await expect(page.getByText('Error fetching records')).toBeVisible();
  });

  await test.step('after a wrong passphrase, the right one shows the records again', async () => {
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

test('a lost keyring file is shown as missing, and the recovery words restore every record', async ({
  page,
  stack,
}) => {
  test.slow();
  const ada = { email: `ada.lost.${Date.now()}@example.org`, password: 'correct horse battery' };
  const names = { first_name: 'Ada', last_name: 'Tester', organization_name: `Lost ${Date.now()}` };
  const api = await ensureAccount(stack, ada, names);
  const { words } = await api.call(showPhrase);
  await waiveRecoveryWords(api);
  const schema = await zipcodeSchema(api, 39);
  await signIn(page, ada);

  await test.step('the keyring file is deleted while the keyring is locked', async () => {
    await api.call(setPassphrase, { body: { passphrase } });
    await api.call(lockKeyring);
    const { id } = await api.call(getSelf);
    for (const name of ['json', 'json.copy']) rmSync(join(stack.dataDir, 'keyrings', `${id}.${name}`));
    await page.goto(schema.path);
    await expect(page.getByText('Your keys are not on this machine')).toBeVisible();
    await expect(page.getByText(/^You made the keys of the schema “Zip codes”/)).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  const field = page.getByLabel('Recovery words');
  const enter = async (text: string) => {
    await tabTo(page, field);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(text);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  };
  await test.step('recovery words in the wrong order are rejected', async () => {
    await enter(words.toReversed().join(' '));
    await expect(
      page.getByText(/^These words are (not a recovery phrase|a recovery phrase, but not)/),
    ).toBeVisible();
  });

  await test.step('the right words decrypt every record, without a reload', async () => {
    await enter(words.join('\n'));
    await expect(page.getByText('Showing 1-39 of 39')).toBeVisible();
    await expect(page.getByText('Your keys are not on this machine')).toBeHidden();
    await page.getByRole('switch', { name: 'Decrypt' }).click();
    await expect(page.getByText('Holtsville').first()).toBeVisible();
  });
});
