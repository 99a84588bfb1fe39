/** Steps in the upload dialog. */
import type { Locator, Page } from '@playwright/test';

export async function openUpload(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Upload Records' }).click();
  return page.getByRole('dialog', { name: 'Upload Records' });
}

/** A file for the dialog's input. */
export const fileOf = (name: string, text: string | Buffer, mimeType = 'text/csv') => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});

/** The enabled Upload button. */
export const uploadButton = (dialog: Locator | Page): Locator =>
  dialog.getByRole('button', { name: 'Upload', exact: true, disabled: false });

export const pressUpload = (dialog: Locator | Page): Promise<void> => uploadButton(dialog).click();

type Files = Parameters<Locator['setInputFiles']>[0];

/** Chooses a file and presses Upload. @param files - the sample of 42,049 zip codes by default. */
export async function upload(dialog: Locator, files: Files = 'public/samples/zipcodes.csv'): Promise<void> {
  await dialog.getByLabel('Select File').setInputFiles(files);
  await pressUpload(dialog);
}
