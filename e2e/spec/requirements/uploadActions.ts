/** Choosing files in the upload dialog. */
import type { Locator } from '@playwright/test';
import { fileOf } from '../../support/upload.ts';
import { zipcodeRows } from '../../support/zipcodes.ts';

/** A valid file of 40 rows. */
export const good = zipcodeRows(0, 40);
export const csv = { name: 'places.csv', mimeType: 'text/csv' };

export const choose = (dialog: Locator, text: string, { name, mimeType } = csv) =>
  dialog.getByLabel('Select File').setInputFiles(fileOf(name, text, mimeType));

/** The button; its file input has the same name. */
export const selector = (dialog: Locator) => dialog.locator('button', { hasText: 'Select File' });

export const json = { name: 'places.json', mimeType: 'application/json' };
