/** How files come to the upload widget. */
import type { Locator, Page } from '@playwright/test';
import { zipcodes } from '../../support/zipcodes.ts';
import { press } from './deeds.ts';

/** Forty places. */
export const good = zipcodes.split('\n').slice(0, 41).join('\n');
export const csv = { name: 'places.csv', mimeType: 'text/csv' };

export async function open(page: Page): Promise<Locator> {
  await press(page, 'Upload Records');
  return page.getByRole('dialog', { name: 'Upload Records' });
}

export const choose = (dialog: Locator, text: string, { name, mimeType } = csv) =>
  dialog.getByLabel('Select File').setInputFiles({ name, mimeType, buffer: Buffer.from(text) });

/** The button; the field behind it has the same name. */
export const selector = (dialog: Locator) => dialog.locator('button', { hasText: 'Select File' });

export const json = { name: 'places.json', mimeType: 'application/json' };
