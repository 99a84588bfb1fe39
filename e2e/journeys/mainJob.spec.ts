import { readFileSync } from 'node:fs';
import { expect, test } from '../support/stack.ts';

const zipcodes = 'public/samples/zipcodes.csv';
const definition = readFileSync('public/samples/zipcodes.schema.json', 'utf8');

test('a stranger signs up, uploads zip codes, searches them sealed, reads them and leaves', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await page.getByLabel('Email').fill('stranger@example.org');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByLabel('Organization Name').fill('Stranger’s Hospital');
  await page.getByLabel('Full Name').fill('Ada King Lovelace');
  await page.getByRole('checkbox', { name: /terms of service/i }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'I agree' }).click();
  await page.getByRole('checkbox', { name: /I am not a robot/i }).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText(/thanks for signing up/i)).toBeVisible();

  await page.getByRole('link', { name: /outbox/i }).click();
  await page
    .getByRole('link', { name: /activate/i })
    .first()
    .click();
  await expect(page.getByText(/activated/i)).toBeVisible();

  await page.goto('/login');
  await page.getByLabel('Email').fill('stranger@example.org');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Datasets' })).toBeVisible();

  await page.getByRole('button', { name: 'Create Dataset' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a new Dataset' });
  await dialog.getByLabel('Name').fill('Places');
  await dialog.getByRole('button', { name: /create|add/i }).click();
  await page.getByRole('main').getByRole('link', { name: 'Places' }).click();
  await page.getByRole('link', { name: 'Create Schema' }).click();
  await page.getByLabel('Name').fill('Zip codes');
  await page.getByRole('textbox', { name: /schema/i }).fill(definition);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('main').getByRole('link', { name: 'Zip codes' }).click();
  await page.getByRole('link', { name: 'Records' }).click();
  await expect(page.getByText('Looks like you need to add some data!')).toBeVisible();

  await page.getByRole('button', { name: 'Upload Records' }).click();
  const upload = page.getByRole('dialog', { name: 'Upload Records' });
  await upload.locator('input[type=file]').setInputFiles(zipcodes);
  await upload.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(upload.getByText('Upload Complete')).toBeVisible({ timeout: 90_000 });
  await expect(upload.getByText('Uploaded 42049 records from file: zipcodes.csv')).toBeVisible();
  await upload.getByRole('button', { name: 'Close' }).last().click();

  await expect(page.getByText('Showing 1-50 of 42,049')).toBeVisible();
  await expect(page.getByText('Holtsville')).toHaveCount(0);

  const filters = page.getByRole('search');
  await filters.getByLabel('Column').selectOption('city');
  await filters.getByLabel('Value').fill('New York');
  await filters.getByRole('button', { name: 'Add' }).click();
  await filters.getByLabel('Column').nth(1).selectOption('zip_code');
  await filters.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(/Showing 1-50 of \d+/)).toBeVisible();

  await page.getByRole('switch', { name: /decrypt/i }).click();
  await expect(page.getByText('New York').first()).toBeVisible();

  await page.getByRole('link', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
});
