/** With the keyboard alone, a person accepts an invitation, opens the account and changes the password. */
import type { Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { tabTo as reach } from '../support/keyboard.ts';
import { waitForMailedLink } from '../support/links.ts';
import { expect, signIn, test } from '../support/stack.ts';
import { waitForAnimations } from '../support/animations.ts';

/** Presses Tab until the element with this name has the focus. */
const tabTo = (page: Page, role: 'button' | 'textbox' | 'checkbox', name: string): Promise<void> =>
  reach(page, page.getByRole(role, { name, exact: true }));

async function violationsOf(page: Page) {
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
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.type(email);
    await tabTo(page, 'checkbox', 'Organization Admin');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await expect(page.getByText('User created successfully')).toBeVisible();
    link = await waitForMailedLink(stack, email, 'accept-invitation');
    await expect(page.getByRole('button', { name: 'Add User' })).toBeFocused();
    await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Invited');
  });

  const invitedPage = await (await browser.newContext({ baseURL: stack.url })).newPage();
  await test.step('the invited person chooses a name and a password', async () => {
    await invitedPage.goto(link);
    await invitedPage.getByRole('heading', { level: 1, name: 'Open your account' }).waitFor();
    expect(await violationsOf(invitedPage)).toEqual([]);
    await tabTo(invitedPage, 'textbox', 'Full Name');
    await invitedPage.keyboard.type('Mary Somerville');
    await tabTo(invitedPage, 'textbox', 'Password');
    await invitedPage.keyboard.type('first four words here');
    await tabTo(invitedPage, 'checkbox', 'I agree to the Terms of Service');
    await invitedPage.keyboard.press('Space');
    await tabTo(invitedPage, 'button', 'I agree');
    await invitedPage.keyboard.press('Enter');
    await tabTo(invitedPage, 'button', 'Open Account');
    await invitedPage.keyboard.press('Enter');
    await expect(invitedPage.getByText('Your account is open')).toBeVisible();
    // The link works once.
    await invitedPage.goto(link);
    await invitedPage.getByLabel('Full Name').fill('Mallory');
    await invitedPage.getByLabel('Password', { exact: true }).fill('another four words here');
    await invitedPage.getByLabel('I agree to the Terms of Service').press('Space');
    await invitedPage.getByRole('button', { name: 'I agree', exact: true }).press('Enter');
    await invitedPage.getByRole('button', { name: 'Open Account' }).press('Enter');
    await expect(invitedPage.getByText('Invalid invitation link. Please ask for a new one.')).toBeVisible();
  });

  await test.step('the person changes the password', async () => {
    await signIn(invitedPage, { email, password: 'first four words here' });
    await invitedPage.goto('/account');
    await tabTo(invitedPage, 'textbox', 'Current password');
    await invitedPage.keyboard.type('first four words here');
    await tabTo(invitedPage, 'textbox', 'New password');
    await invitedPage.keyboard.type('other four words here');
    await tabTo(invitedPage, 'textbox', 'Confirm new password');
    await invitedPage.keyboard.type('other four words here');
    await invitedPage.keyboard.press('Enter');
    await expect(invitedPage.getByText('Password updated successfully.')).toBeVisible();
    await invitedPage.goto('/logout');
    await signIn(invitedPage, { email, password: 'other four words here' });
  });

  await test.step('the list shows the person as active', async () => {
    await page.reload();
    await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Active');
  });
});
