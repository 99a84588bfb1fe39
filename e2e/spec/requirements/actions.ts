/** Actions that several screens share. */
import type { Locator, Page, Route } from '@playwright/test';
import { expect } from '../../support/stack.ts';

/** Fills in fields by their labels. */
export async function fill(within: Page | Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await within.getByLabel(label, { exact: true }).fill(value);
}

export const press = (within: Page | Locator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).click();

/** The time of the page's clock, in milliseconds. */
const timeIn = (page: Page): Promise<number> => page.evaluate(() => Date.now());

/**
 * Checks that an action shows a text for that many seconds and no longer; the page's clock must be installed. The
 * clock is paused during the check, so that a slow check doesn't count.
 */
export async function lasts(
  page: Page,
  text: Locator,
  seconds: number,
  action: () => Promise<unknown>,
): Promise<void> {
  let before = await timeIn(page);
  await action();
  await expect
    .poll(async () => {
      const now = await timeIn(page);
      if (await text.isVisible()) return true;
      before = now;
      return false;
    })
    .toBe(true);
  const after = await timeIn(page);
  await page.clock.pauseAt(before + (seconds - 1.5) * 1000);
  await expect(text).toBeVisible();
  await page.clock.pauseAt(after + (seconds + 0.5) * 1000);
  await page.clock.resume();
  await expect(text).toBeHidden();
}

/** Pauses the page's clock, which must be installed, at a time that is certainly in the future. */
export const stopClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await timeIn(page)) + 60_000);

/** Answers calls with an error. @returns a function that ends the mocking. */
export async function mockAnswer(
  page: Page,
  url: string | RegExp,
  status: number,
  json: unknown,
): Promise<() => Promise<void>> {
  const answer = (route: Route) => route.fulfill({ status, json });
  await page.context().route(url, answer);
  return () => page.context().unroute(url, answer);
}

export const problem = (detail: string) => ({ detail });
