/** Sessions that end, start again and change users, in a browser with real storage. */
import { expect, signIn, test } from '../support/stack.ts';

test('a session that ends during work asks for the password, and the change is saved', async ({
  page,
  context,
  person,
}) => {
  const ada = await person('Ada');
  await signIn(page, ada);
  // Waits for the page's own calls, so that only the call below needs the session.
  await page.goto('/account?from=mail');
  await page.getByLabel('Full Name').waitFor();
  await page.waitForLoadState('networkidle');
  await context.clearCookies({ name: 'sessionid' });
  await page.getByLabel('Full Name').fill('Augusta King');
  await page.getByRole('button', { name: 'Save Name' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' });
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your name has been saved.')).toBeVisible();
  await expect(page).toHaveURL(/\/account\?from=mail$/);
  await page.reload();
  await expect(page.getByLabel('Full Name')).toHaveValue('Augusta King');
});

test('a dismissed notice stays dismissed for that person after a sign-out, and is shown to another person', async ({
  page,
  person,
}) => {
  const [ada, eve] = [await person('Ada'), await person('Eve')];
  const raiseAlert = async () => {
    await page.goto('/devtest');
    await page.getByRole('button', { name: /^Alerts/ }).waitFor();
    await page.getByRole('main').getByRole('button', { name: "Don't show again" }).click();
  };
  const alert = page.getByText('This warning is needed only once.');
  const signOut = async () => {
    await page.goto('/logout');
    await page.getByRole('heading', { level: 1, name: 'Sign In' }).waitFor();
  };
  await signIn(page, ada);
  await raiseAlert();
  await expect(alert).toBeVisible();
  await page
    .getByRole('region', { name: 'Alerts' })
    .getByRole('button', { name: "Don't show again" })
    .click();
  await expect(page.getByText('You won’t see this alert again.')).toBeVisible();
  await signOut();
  await signIn(page, eve);
  await raiseAlert();
  await expect(alert).toBeVisible();
  await signOut();
  await signIn(page, ada);
  await raiseAlert();
  await page.getByRole('button', { name: 'Raise: info' }).click();
  await expect(page.getByText('This is what info looks like.', { exact: false })).toBeVisible();
  await expect(alert).toBeHidden();
});
