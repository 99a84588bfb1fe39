/** A service account is created in the console with a token, begins its keyring, and is deleted. */
import { accessibilityProblems } from '../support/accessibility.ts';
import { expect, signIn, test } from '../support/stack.ts';

test('a program gets a service account and a token, is listed with both, and is deleted', async ({
  page,
  person,
  stack,
}) => {
  const ada = await person('Ada');
  const call = (secret: string, method: string, path: string) =>
    fetch(stack.url + path, { method, headers: { authorization: `Bearer ${secret}` } });
  let secret = '';

  await test.step('the account is created, and its token is shown once', async () => {
    await signIn(page, ada);
    await page.goto('/users');
    await page.getByRole('button', { name: 'Add Service Account' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Nightly billing');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Add Service Account' }).click();
    const token = page.getByRole('dialog', { name: 'Create a Token for Nightly billing' });
    await token.getByLabel('Name').fill('Server 1');
    expect(await accessibilityProblems(page)).toEqual([]);
    await token.getByRole('button', { name: 'Create Token' }).click();
    const shown = page.getByRole('dialog', { name: 'Token “Server 1”' });
    secret = (await shown.locator('code').textContent()) ?? '';
    await expect(shown.getByText('another person’s tokens')).toHaveCount(0);
    await shown.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('its program begins a keyring with the token', async () => {
    expect((await call(secret, 'POST', '/api/identities/')).status).toBe(201);
  });

  await test.step('the account is listed among the users, and its token among those of the organization', async () => {
    await page.goto('/users');
    const row = page.getByRole('row', { name: /Nightly billing/ });
    await expect(row.getByText('Service account', { exact: true })).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'API tokens' }).click();
    await expect(page.getByRole('row', { name: /Server 1/ }).getByText('Nightly billing')).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  await test.step('the account is deleted, and its token is refused', async () => {
    await page.goto('/users');
    await page.getByRole('button', { name: 'Delete Nightly billing' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete service account?' });
    await expect(dialog).toContainText('Nightly billing is closed for good: its tokens are refused at once');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Nightly billing has been removed')).toBeVisible();
    await expect(page.getByRole('row', { name: /Nightly billing/ })).toHaveCount(0);
    await expect(async () =>
      expect((await call(secret, 'GET', '/api/users/self/')).status).toBe(401),
    ).toPass();
  });
});
