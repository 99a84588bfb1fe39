/** Two users of one organization at the same time, and a session that ends while a form is filled in. */
import { listOrganizationUsers, patchOrganizationUser } from '@cloakroom/contract/organizations.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { organizationOf } from '../../tools/client.ts';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../support/stack.ts';

/** Fills in the form for a new dataset. */
async function fillNewDataset(page: Page, name: string) {
  await page.goto('/datasets');
  await page.getByRole('main').getByRole('button', { name: 'Create Dataset' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a new Dataset' });
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  return dialog;
}

/** Submits the form for a new dataset; the dialog stays open until the call succeeds. */
async function submitNewDataset(page: Page, name: string) {
  const dialog = await fillNewDataset(page, name);
  await dialog.getByRole('button', { name: 'Create Dataset' }).click();
  return dialog;
}

test('two admins create datasets at the same time and see both; a member can create none', async ({
  browser,
  stack,
  sample,
}) => {
  const pages = await Promise.all(
    [sample.owner, sample.member].map(async ({ signedIn }) => {
      const context = await browser.newContext({ baseURL: stack.url, storageState: signedIn });
      return context.newPage();
    }),
  );
  const organization = idIn(await organizationOf(sample.owner.api));
  const people = await sample.owner.api.call(listOrganizationUsers, {
    params: { id: organization },
    query: { expand: 'user' },
  });
  const organizationUserId =
    people.find(({ user }) => typeof user === 'object' && user.email === sample.member.email)?.id ?? '';
  const setAdmin = (is_admin: boolean) =>
    sample.owner.api.call(patchOrganizationUser, {
      params: { id: organization, organizationUserId },
      body: { is_admin },
    });

  await setAdmin(true);
  const dialogs = await Promise.all(
    pages.map((page, index) => submitNewDataset(page, `Made together ${index}`)),
  );
  for (const dialog of dialogs) await expect(dialog).toBeHidden();
  for (const page of pages) {
    await page.reload();
    for (const name of ['Made together 0', 'Made together 1'])
      await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible();
  }

  const [, member] = pages;
  const dialog = await fillNewDataset(member!, 'Made alone');
  await setAdmin(false);
  await dialog.getByRole('button', { name: 'Create Dataset' }).click();
  await expect(dialog.getByText('Only an admin of the organization may do this.')).toBeVisible();
  await pages[0]!.reload();
  await expect(pages[0]!.getByRole('main').getByRole('link', { name: 'Made together 0' })).toBeVisible();
  await expect(pages[0]!.getByText('Made alone')).toHaveCount(0);
  await member!.reload();
  const create = member!.getByRole('main').getByRole('button', { name: 'Create Dataset' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await expect(create).toHaveAccessibleDescription(/^Only admins /);
  for (const page of pages) await page.context().close();
});

test('a session that ends under an open dialog loses no typed text', async ({ page, context, person }) => {
  const ada = await person('Ada');
  await signIn(page, ada);
  await page.getByRole('main').getByRole('button', { name: 'Create Dataset' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a new Dataset' });
  await dialog.getByLabel('Name', { exact: true }).fill('Night shift');
  await dialog.getByLabel(/Description/).fill('Written for ten minutes, and not yet saved.');
  await context.clearCookies({ name: 'sessionid' });
  await dialog.getByRole('button', { name: 'Create Dataset' }).click();
  const signInDialog = page.getByRole('dialog', { name: 'Sign in to continue' });
  await signInDialog.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.keyboard.press('Enter');
  await expect(signInDialog).toBeHidden();
  await expect(dialog).toBeHidden();
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Night shift' });
  await expect(card).toContainText('Written for ten minutes, and not yet saved.');
});
