/** The JSON editor of a schema. */
import { expect, type Page } from '@playwright/test';

export const editor = (page: Page) => page.getByRole('textbox', { name: 'JSON Schema' });

/** The editor replaces a plain text field once it is loaded; line numbers show that. */
export const editorShows = (page: Page): Promise<void> =>
  expect(page.locator('.cm-lineNumbers')).toBeVisible();

/**
 * Replaces the whole text. The text is deleted first: a browser that types over a selection keeps its colors in a
 * style attribute, which the content policy refuses.
 */
export async function writeSchema(page: Page, text: string): Promise<void> {
  await editorShows(page);
  await editor(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}
