/** What somebody does who has no mouse. */
import type { Locator, Page } from '@playwright/test';

/** Tab until the focus is there. @throws when it isn't reached. */
export async function tabTo(page: Page, goal: Locator): Promise<void> {
  await goal.waitFor();
  for (let steps = 0; steps < 80; steps += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${goal.toString()} isn't reached by the Tab key.`);
}
