/** From the sign-in page to the first dataset of a new account, with the keyboard alone. */
import type { Page } from '@playwright/test';
import { tabTo } from '../support/keyboard.ts';
import { waitForMailedLink } from '../support/links.ts';
import { expect, test } from '../support/stack.ts';

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByRole('textbox', { name: label, exact: true }));
  await page.keyboard.type(text);
}

async function press(page: Page, role: 'button' | 'link' | 'checkbox', name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole(role, { name }).first());
  await page.keyboard.press(role === 'checkbox' ? 'Space' : 'Enter');
}

test('a new user signs up, activates, signs in and creates a dataset without a mouse', async ({
  page,
  stack,
}) => {
  const email = `kay.${Date.now()}@example.org`;
  const password = 'correct horse battery';

  await test.step('sign up', async () => {
    await page.goto('/login');
    await press(page, 'link', /Create an account/);
    await expect(page.getByRole('heading', { level: 1, name: 'Sign Up' })).toBeFocused();
    await type(page, 'Email', email);
    await type(page, 'Password', password);
    await type(page, 'Organization Name', 'Kay’s Practice');
    await type(page, 'Full Name', 'Kay Board');
    await press(page, 'checkbox', /Terms of Service/);
    await press(page, 'button', /^I agree$/);
    await press(page, 'checkbox', 'I am not a robot');
    await press(page, 'button', 'Create Account');
    await expect(page.getByRole('heading', { level: 1, name: /Thanks for signing up/ })).toBeFocused();
  });

  await test.step('activate and sign in', async () => {
    await page.goto(await waitForMailedLink(stack, email));
    await press(page, 'link', 'Go to your datasets');
    await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeFocused();
    await type(page, 'Email', email);
    await type(page, 'Password', password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Datasets' })).toBeVisible();
  });

  await test.step('create a dataset', async () => {
    await press(page, 'button', 'Create Dataset');
    const dialog = page.getByRole('dialog', { name: 'Add a new Dataset' });
    await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.type('Patients');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await press(page, 'link', 'Patients');
    await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeFocused();
  });
});
