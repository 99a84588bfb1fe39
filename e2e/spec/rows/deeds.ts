/** What several walks do on their way. */
import type { Locator, Page, Route } from '@playwright/test';
import { expect } from '../../support/stack.ts';

/** Fill in fields by their labels. */
export async function fill(within: Page | Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await within.getByLabel(label, { exact: true }).fill(value);
}

export const press = (within: Page | Locator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).click();

/** That something is on the screen for so many seconds and no longer; the page's clock must have been installed. */
export async function lasts(page: Page, words: Locator, seconds: number): Promise<void> {
  await words.waitFor();
  await page.clock.fastForward((seconds - 1.5) * 1000);
  await expect(words).toBeVisible();
  await page.clock.fastForward(2000);
  await expect(words).toBeHidden();
}

/** Answer calls as a service in trouble would. The result ends that. */
export async function answering(
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
