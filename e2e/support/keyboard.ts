/** Keyboard focus. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the element has the focus and is enabled. @throws {Error} if Tab doesn't reach it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let steps = 0; steps < 80; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement))
      return expect(target).toBeEnabled();
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target.toString()} isn't reached by the Tab key.`);
}
