/** The editor of a schema's JSON, as a person uses it. */
import { expect, type Page } from '@playwright/test';

export const editor = (page: Page) => page.getByRole('textbox', { name: 'JSON Schema' });

/** The editor replaces a plain field once it is loaded; only then are there line numbers. */
export const editorShows = (page: Page): Promise<void> =>
  expect(page.locator('.cm-lineNumbers')).toBeVisible();

/**
 * Writes over everything. It is deleted first: a browser that types over text brings that text's colours along as a style
 * attribute, which the policy refuses.
 */
export async function writeSchema(page: Page, text: string): Promise<void> {
  await editorShows(page);
  await editor(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}
