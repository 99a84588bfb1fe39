/** By keyboard alone: a person accepts an invitation, opens the account and changes the password. */
import type { Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { tabTo as reach } from '../support/keyboard.ts';
import { waitForMailedLink } from '../support/links.ts';
import { expect, signIn, test } from '../support/stack.ts';
import { waitForAnimations } from '../support/animations.ts';

/** Presses Tab until the element with this name has the focus. */
const tabTo = (page: Page, role: 'button' | 'textbox' | 'checkbox', name: string): Promise<void> =>
  reach(page, page.getByRole(role, { name, exact: true }));

async function faults(page: Page) {
  await waitForAnimations(page);
  return violations(page);
}

test('a person is invited, opens the account and changes the password without a mouse', async ({
  browser,
  page,
  person,
  stack,
}) => {
  const owner = await person('Olga');
  const email = `mary.${Date.now()}@example.org`;
  await signIn(page, owner);

  let link = '';
  await test.step('the owner invites an admin, who gets a mail', async () => {
    await page.goto('/users');
    await tabTo(page, 'button', 'Add User');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
    await expect(page.getByText('No mail server is configured')).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await page.keyboard.type(email);
    await tabTo(page, 'checkbox', 'Organization Admin');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await expect(page.getByText('User created successfully')).toBeVisible();
    link = await waitForMailedLink(stack, email, 'accept-invitation');
    await expect(page.getByRole('button', { name: 'Add User' })).toBeFocused();
    await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Invited');
  });

  const hers = await (await browser.newContext({ baseURL: stack.url })).newPage();
  await test.step('the invited person chooses a name and a password', async () => {
    await hers.goto(link);
    await hers.getByRole('heading', { level: 1, name: 'Open your account' }).waitFor();
    expect(await faults(hers)).toEqual([]);
    await tabTo(hers, 'textbox', 'Full Name');
    await hers.keyboard.type('Mary Somerville');
    await tabTo(hers, 'textbox', 'Password');
    await hers.keyboard.type('first four words here');
    await tabTo(hers, 'checkbox', 'I agree to the Terms of Service');
    await hers.keyboard.press('Space');
    await tabTo(hers, 'button', 'I agree');
    await hers.keyboard.press('Enter');
    await tabTo(hers, 'button', 'Open Account');
    await hers.keyboard.press('Enter');
    await expect(hers.getByText('Your account is open')).toBeVisible();
    // The link works once.
    await hers.goto(link);
    await hers.getByLabel('Full Name').fill('Mallory');
    await hers.getByLabel('Password', { exact: true }).fill('another four words here');
    await hers.getByLabel('I agree to the Terms of Service').press('Space');
    await hers.getByRole('button', { name: 'I agree', exact: true }).press('Enter');
    await hers.getByRole('button', { name: 'Open Account' }).press('Enter');
    await expect(hers.getByText('Invalid invitation link. Please ask for a new one.')).toBeVisible();
  });

  await test.step('the person changes the password', async () => {
    await signIn(hers, { email, password: 'first four words here' });
    await hers.goto('/account');
    await tabTo(hers, 'textbox', 'Current password');
    await hers.keyboard.type('first four words here');
    await tabTo(hers, 'textbox', 'New password');
    await hers.keyboard.type('other four words here');
    await tabTo(hers, 'textbox', 'Confirm new password');
    await hers.keyboard.type('other four words here');
    await hers.keyboard.press('Enter');
    await expect(hers.getByText('Password updated successfully.')).toBeVisible();
    await hers.goto('/logout');
    await signIn(hers, { email, password: 'other four words here' });
  });

  await test.step('the list shows the person as active', async () => {
    await page.reload();
    await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Active');
  });
});
