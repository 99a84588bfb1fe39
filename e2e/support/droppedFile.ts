/** A new user with their own file, and how it is dropped. */
import type { Page } from '@playwright/test';
import { ensureAccount } from '../../tools/client.ts';
import type { Stack } from '../../tools/stack.ts';
import { signIn } from './stack.ts';

const wards = ['North', 'South', 'East', 'West'];
const pad = (number: number, length: number) => String(number).padStart(length, '0');

/** A file of twelve columns: strings, choices, numbers, dates, and zip codes with leading zeros. */
export function ownFile(rows: number): string {
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
export async function drop(page: Page, content: string, name: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([text, fileName]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], fileName, { type: 'text/csv' }));
      return transfer;
    },
    [content, name] as const,
  );
  await page.dispatchEvent('body', 'dragenter', { dataTransfer });
  const target = page.getByText('Drop the file to see its fields');
  await target.dispatchEvent('dragover', { dataTransfer });
  await target.dispatchEvent('drop', { dataTransfer });
}

/** Signs in as a new user, whose organization is empty. */
export async function newUser(page: Page, stack: Stack): Promise<void> {
  const account = { email: `dora.${Date.now()}@example.org`, password: 'correct horse battery' };
  await ensureAccount(stack, account, {
    first_name: 'Dora',
    last_name: 'Drop',
    organization_name: 'Dora’s Ward',
  });
  await signIn(page, account);
  await page.getByRole('button', { name: 'Upload a File' }).waitFor();
}
