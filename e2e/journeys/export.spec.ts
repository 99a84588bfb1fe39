/** An export continues while its user visits other pages. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { makeSchema } from '../../tools/client.ts';
import { expect, signIn, test } from '../support/stack.ts';

const total = 20_000;

/** Starts an export of all records, decrypted. */
async function startExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Export records' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export records' });
  await dialog.getByRole('radio', { name: 'Decrypted' }).check();
  await dialog.getByRole('textbox', { name: /^Type “Guests”/ }).fill('Guests');
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog).toBeHidden();
}

test('an interrupted export continues from another page, and its file has every record once', async ({
  page,
  person,
}) => {
  test.setTimeout(180_000);
  const olga = await person('Olga');
  const { dataset, schema } = await makeSchema(
    olga.api,
    { dataset: 'Hotel', schema: 'Guests' },
    {
      type: 'object',
      properties: { name: { type: 'string' }, room: { type: 'integer', minimum: 0, maximum: total } },
    },
  );
  const rows = Array.from({ length: total }, (_, index) => `Guest ${index},${index}`);
  const job = await olga.api.upload(schema.id, ['name,room', ...rows].join('\n'), 'text/csv');
  expect(job.status).toBe('complete');
  await page.addInitScript('delete globalThis.showSaveFilePicker');
  await signIn(page, olga);
  await page.goto(`/datasets/${dataset.url.split('/').at(-2) ?? ''}/schemas/${schema.id}/records`);
  await expect(page.getByText('of 20,000').first()).toBeVisible();

  // The first answer ends in the middle of a line, as if its connection had been interrupted.
  const requestBodies: string[] = [];
  await page.context().route('**/api/records/export/', async (route) => {
    requestBodies.push(route.request().postData() ?? '');
    if (requestBodies.length > 1) return route.continue();
    const answer = await route.fetch();
    const text = await answer.text();
    const half = text.slice(0, text.length / 2);
    return route.fulfill({ response: answer, body: half });
  });
  await startExport(page);
  const tray = page.getByRole('region', { name: 'Exports' });
  await page.getByRole('link', { name: 'Datasets' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Datasets' })).toBeVisible();
  await expect(tray.getByText(/Export interrupted after/)).toBeVisible();

  const saved = page.waitForEvent('download');
  await tray.getByRole('button', { name: 'Try again to export Guests' }).click();
  const download = await saved;
  await expect(tray.getByText('Exported 20,000 records')).toBeVisible();
  expect(requestBodies.map((body) => 'after' in (JSON.parse(body) as object))).toEqual([false, true]);
  await expect(page).toHaveURL(/\/datasets$/);
  expect(download.suggestedFilename()).toBe('Guests.csv');
  const lines = readFileSync(await download.path(), 'utf8')
    .slice(1)
    .split('\r\n');
  expect(lines).toEqual(['name,room', ...rows, '']);
  await tray.getByRole('button', { name: 'Dismiss the export of Guests' }).click();
  await expect(tray).toBeHidden();
});
