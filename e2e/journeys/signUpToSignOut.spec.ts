/** From sign-up to sign-out: one user uploads, searches and decrypts zip codes. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { applyFilters } from '../support/recordStates.ts';
import { writeSchema } from '../support/schemaEditor.ts';
import { expect, test } from '../support/stack.ts';

const definition = readFileSync('public/samples/zipcodes.schema.json', 'utf8');
const account = { email: 'newcomer@example.org', password: 'correct horse battery' };

test('a new user signs up, uploads zip codes, searches, decrypts and signs out', async ({ page, stack }) => {
  await test.step('sign up', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign Up' })).toBeVisible();
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByLabel('Organization Name').fill('Newcomer Hospital');
    await page.getByLabel('Full Name').fill('Ada King Lovelace');
    await page.getByRole('checkbox', { name: 'I agree to the Terms of Service' }).click();
    await page.getByRole('button', { name: 'I agree', exact: true }).click();
    await page.getByRole('checkbox', { name: 'I am not a robot' }).check();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('heading', { name: 'Thanks for signing up!' })).toBeVisible();
  });

  await test.step('activate by the link in the outbox', async () => {
    await page.getByRole('link', { name: /outbox/i }).click();
    await expect(page.getByText('Copy the address beside “Mail”.')).toBeVisible();
    await page.goto(stack.outbox);
    await expect(page).toHaveURL('/outbox');
    await page.goto('/accounts/register-confirm');
    await page.getByRole('link', { name: /outbox/i }).click();
    await page.getByRole('link', { name: 'Activate your account' }).first().click();
    await page.getByRole('link', { name: /accounts\/activate/ }).click();
    await expect(page.getByText('Your account has been activated')).toBeVisible();
  });

  await test.step('sign in', async () => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Datasets' })).toBeVisible();
  });

  await test.step('create a dataset and a schema', async () => {
    await page.getByRole('button', { name: 'Create Dataset' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a new Dataset' });
    await dialog.getByLabel('Name').fill('Places');
    await dialog.getByRole('button', { name: /Create|Add/ }).click();
    await page.getByRole('main').getByRole('link', { name: 'Places' }).click();
    await page.getByRole('link', { name: 'Create Schema' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Zip codes');
    await writeSchema(page, definition);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('main').getByRole('link', { name: 'Zip codes' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Records' }).click();
    await expect(page.getByText('Looks like you need to add some data!')).toBeVisible();
  });

  await test.step('upload 42,049 zip codes, although the service is killed meanwhile', async () => {
    await confirmRecoveryWords(page);
    const dialog = page.getByRole('dialog', { name: 'Upload Records' });
    await dialog.getByLabel('Select File').setInputFiles('public/samples/zipcodes.csv');
    await dialog.getByRole('region', { name: /^The first 100 of about/ }).waitFor();
    const accepted = page.waitForResponse('**/api/jobs/upload/**', { timeout: 60_000 });
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await (await accepted).finished();
    // The proxy has the whole file, and publishes it once the service is up again.
    stack.service.kill('SIGKILL');
    await expect(dialog.getByText('Upload Complete')).toBeVisible({ timeout: 90_000 });
    await expect(dialog.getByText('Uploaded 42,049 records from file: zipcodes.csv')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  const grid = page.getByRole('grid');
  await test.step('see sealed records', async () => {
    await expect(page.getByText('Showing 1-50 of 42,049')).toBeVisible();
    await expect(grid.getByRole('gridcell', { name: 'encrypted value, city' }).first()).toBeVisible();
    await expect(page.getByText('Holtsville')).toHaveCount(0);
  });

  await test.step('filter by a string and by a range of numbers', async () => {
    await applyFilters(page);
    await expect(page.getByText('Showing 1-50 of 94')).toBeVisible();
  });

  await test.step('decrypt the matching records', async () => {
    await page.getByRole('switch', { name: 'Decrypt' }).click();
    await expect(grid.getByText('Holtsville').first()).toBeVisible();
    await expect(grid.getByRole('row')).toHaveCount(51);
    await page.getByRole('switch', { name: 'Decrypt' }).click();
    await expect(page.getByText('Holtsville')).toHaveCount(0);
  });

  await test.step('sign out', async () => {
    await page.getByRole('link', { name: 'Logout' }).click();
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
    await page.goto('/datasets');
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  });
});

/** Reads the recovery words in the dialog that the first press of Upload Records opens, and enters the three requested ones. */
async function confirmRecoveryWords(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload Records' }).click();
  const shown = page.getByRole('list', { name: 'Recovery words' }).getByRole('listitem');
  await expect(shown).toHaveCount(24);
  const words = await shown.allInnerTexts();
  await page.getByRole('button', { name: 'I have written them down' }).click();
  for (const field of await page.getByRole('textbox', { name: /^Word \d+$/ }).all()) {
    const position = Number((await field.getAttribute('name'))?.slice('word'.length));
    await field.fill(words[position - 1] ?? '');
  }
  await page.getByRole('button', { name: 'Confirm' }).click();
}
