/** A sign-out removes search terms from the address and the history. */
import type { Page } from '@playwright/test';
import { openRecords } from '../support/openRecords.ts';
import { expect, signIn, test } from '../support/stack.ts';

const term = 'canary48205';

/** Every address in the tab's history, and the current one. */
async function addressesOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { entries } = await session.send('Page.getNavigationHistory');
  return entries.map(({ url }) => url);
}

async function searchFor(page: Page): Promise<void> {
  const filters = page.getByRole('search', { name: 'Filters' });
  await filters.getByLabel('Column of filter 1').selectOption('city');
  await filters.getByLabel('Value of filter 1').fill(term);
  await filters.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('heading', { name: 'No records match your filters.' }).waitFor();
  expect((await addressesOf(page)).join()).toContain(term);
}

const signedOut = (page: Page) => page.getByRole('heading', { level: 1, name: 'Sign In' }).waitFor();

test('after a sign-out no address of the tab contains search terms', async ({ page, person }) => {
  await openRecords(page, await person('Ada'), 5);
  await searchFor(page);
  await page.getByRole('link', { name: 'Logout' }).click();
  await signedOut(page);
  expect((await addressesOf(page)).join()).not.toContain(term);
});

test('after a sign-out in another tab the return address contains no search terms', async ({
  page,
  context,
  person,
}) => {
  const ada = await person('Ada');
  const { path } = await openRecords(page, ada, 5);
  await searchFor(page);
  const other = await context.newPage();
  await other.goto('/logout');
  await signedOut(other);
  await signedOut(page);
  expect(new URL(page.url()).searchParams.get('next')).toBe(path);
  expect((await addressesOf(page)).join()).not.toContain(term);
  await page.goBack();
  await signedOut(page);
  await signIn(page, ada);
});
