/** Keyboard navigation. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Tab until the focus is there, and wait until it can be used, as it looks. @throws when it isn't reached. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let steps = 0; steps < 80; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement))
      return expect(target).toBeEnabled();
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target.toString()} isn't reached by the Tab key.`);
}
