/** The JSON editor of a schema. */
import { expect, type Page } from '@playwright/test';

export const editor = (page: Page) => page.getByRole('textbox', { name: 'JSON Schema' });

/** Waits for the editor, which replaces a plain text field when it has loaded; only the editor has line numbers. */
export const editorShows = (page: Page): Promise<void> =>
  expect(page.locator('.cm-lineNumbers')).toBeVisible();

/**
 * Replaces the whole schema. The old text is deleted first: if a browser types over a selection, it keeps its colors in a
 * style attribute, which the Content Security Policy blocks.
 */
export async function writeSchema(page: Page, text: string): Promise<void> {
  await editorShows(page);
  await editor(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}
