/** An own file, dropped on the empty organization of a new user, up to its first decrypted row. */
import type { Page } from '@playwright/test';
import { ensureAccount } from '../../tools/client.ts';
import type { Stack } from '../../tools/stack.ts';
import { accessibilityProblems } from '../support/accessibility.ts';
import { expect, signIn, test } from '../support/stack.ts';

/** The promised limits, from the drop to the first decrypted row. */
const limits = { seconds: 60, clicks: 8 };

/** More rows with DROPPED_ROWS: the limits are promised for 100,000. */
const rows = Number(process.env.DROPPED_ROWS ?? 5_000);

const wards = ['North', 'South', 'East', 'West'];
const pad = (number: number, length: number) => String(number).padStart(length, '0');

/** A file of twelve columns: texts, choices, numbers, dates, and zip codes with leading zeros. */
function ownFile(): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const day = `20${pad(10 + (i % 16), 2)}-${pad(1 + (i % 12), 2)}-${pad(1 + (i % 28), 2)}`;
    return [
      pad(i, 8),
      `Person ${i}`,
      `person.${i}@example.org`,
      pad((i * 37) % 100_000, 5),
      wards[i % 4],
      18 + (i % 80),
      (i % 2000) / 10,
      (50 + (i % 700) / 10).toFixed(1),
      day,
      `${day}T10:00:00Z`,
      i % 3 === 0 ? '' : `Note ${i % 977}`,
      i % 2 === 0,
    ].join();
  });
  const header = 'patient,Full Name,mail,zip,ward,age,score,weight,admitted,seen,note,insured';
  return [header, ...lines, ''].join('\n');
}

/** Drops a file on the page, as the system's file manager does. */
async function drop(page: Page, content: string, name: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([text, fileName]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], fileName, { type: 'text/csv' }));
      return transfer;
    },
    [content, name] as const,
  );
  await page.dispatchEvent('body', 'dragenter', { dataTransfer });
  const target = page.getByText('Let go to see the fields of this file');
  await target.dispatchEvent('dragover', { dataTransfer });
  await target.dispatchEvent('drop', { dataTransfer });
}

/** Signs in as a new user, whose organization is empty. */
async function newUser(page: Page, stack: Stack): Promise<void> {
  const account = { email: `dora.${Date.now()}@example.org`, password: 'correct horse battery' };
  await ensureAccount(stack, account, {
    first_name: 'Dora',
    last_name: 'Drop',
    organization_name: 'Dora’s Ward',
  });
  await signIn(page, account);
  await page.getByRole('button', { name: 'Upload a File' }).waitFor();
}

test.setTimeout(300_000);

test(`a new user drops a file of ${rows} rows and sees its first decrypted row`, async ({ page, stack }) => {
  await newUser(page, stack);
  const content = ownFile();

  let clicks = 0;
  const click = async (name: string | RegExp, role: 'button' | 'switch' | 'checkbox' = 'button') => {
    clicks += 1;
    await page.getByRole(role, { name }).first().click();
  };
  const start = performance.now();
  const elapsed = () => ((performance.now() - start) / 1000).toFixed(1);
  await drop(page, content, 'patients.csv');

  await expect(page.getByRole('listitem', { name: 'zip' }).getByText(/would lose it/)).toBeVisible({
    timeout: 30_000,
  });
  const proposed = elapsed();
  await click('Create and Upload');
  await click('Upload without them');
  await click('I accept the loss');
  await expect(page.getByRole('heading', { level: 1, name: 'patients' })).toBeVisible();
  const begun = elapsed();
  // A slower upload fails at the end, with its time.
  await expect(page.getByText(`Showing 1-50 of ${rows.toLocaleString('en')}`)).toBeVisible({
    timeout: 240_000,
  });
  const stored = elapsed();
  await click(/Decrypt/, 'switch');
  await expect(page.getByRole('gridcell', { name: 'Person 0', exact: true })).toBeVisible();
  const seconds = Number(elapsed());
  console.log(
    `${rows} rows: ${clicks} clicks; proposed after ${proposed} s, created after ${begun} s, stored after ${stored} s, decrypted after ${seconds} s`,
  );
  expect(clicks).toBeLessThanOrEqual(limits.clicks);
  expect(seconds).toBeLessThan(limits.seconds);
});

test('the proposed fields are accessible as a form and as a JSON Schema, and can be edited by keyboard', async ({
  page,
  stack,
}) => {
  await newUser(page, stack);
  expect(await accessibilityProblems(page)).toEqual([]);
  const file = {
    name: 'patients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(ownFile().split('\n').slice(0, 60).join('\n')),
  };
  await page.getByLabel('Select a file to upload').setInputFiles(file);
  await page.getByRole('listitem', { name: 'zip' }).waitFor();
  await page.getByRole('button', { name: 'Leave note out' }).press('Enter');
  await page.getByRole('button', { name: 'Move zip up' }).press('Enter');
  await expect(page.getByText('note is left out')).toBeVisible();
  await test.step('a reload keeps the edits, and asks for the file', async () => {
    await page.waitForTimeout(1_000);
    await page.reload();
    await expect(page.getByText('note is left out')).toBeVisible();
    await expect(page.getByText(/For example/)).toHaveCount(0);
    await page.getByLabel('Select a file to upload').setInputFiles(file);
    await expect(page.getByText('For example North · South · East')).toBeVisible();
    await expect(page.getByText('note is left out')).toBeVisible();
  });
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'JSON Schema' }).press('Enter');
  await page.getByRole('textbox', { name: 'JSON Schema' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
