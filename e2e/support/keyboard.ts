/** What somebody does who has no mouse. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Tab until the focus is there, and wait until it can be used, as it looks. @throws when it isn't reached. */
export async function tabTo(page: Page, goal: Locator): Promise<void> {
  await goal.waitFor();
  for (let steps = 0; steps < 80; steps += 1) {
    if (await goal.evaluate((element) => element === document.activeElement))
      return expect(goal).toBeEnabled();
    await page.keyboard.press('Tab');
  }
  throw new Error(`${goal.toString()} isn't reached by the Tab key.`);
}
