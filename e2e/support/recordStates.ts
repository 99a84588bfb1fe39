/** States of the records page beyond its first view. */
import type { Page } from '@playwright/test';
import { button, isPhone, records, state, type ScreenState } from './screenState.ts';

/** Filters zip codes by a state and by a range of latitudes. */
export async function applyFilters(page: Page): Promise<void> {
  const filters = page.getByRole('search', { name: 'Filters' });
  const first = filters.getByLabel('Column of filter 1');
  await filters.getByRole('button', { name: 'Add filter' }).waitFor();
  // On phones the first row appears on request.
  if (!(await first.isVisible())) await filters.getByRole('button', { name: 'Add filter' }).click();
  await first.selectOption('state');
  await filters.getByLabel('Value of filter 1').fill('NY');
  await filters.getByRole('button', { name: 'Add filter' }).click();
  await filters.getByLabel('Column of filter 2').selectOption('latitude');
  await filters.getByLabel('Operator of filter 2').selectOption('between');
  await filters.getByLabel('Value of filter 2', { exact: true }).fill('40.9');
  await filters.getByLabel('Second value of filter 2').fill('41');
  await filters.getByRole('button', { name: 'Apply' }).click();
  await page.getByText(/Showing 1-|No records match/).waitFor();
}

export async function decrypt(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Decrypt' }).click();
  await page.getByText('Holtsville').first().waitFor();
}

const openFirst = (page: Page) => page.getByRole('button', { name: 'Record 1, show all of it' }).click();

export const recordStates: readonly ScreenState[] = [
  state('records-filtered', records, applyFilters),
  state('records-decrypted', records, decrypt),
  state('record', records, async (page) => {
    await decrypt(page);
    await openFirst(page);
    await page.getByRole('heading', { name: 'Record 1' }).waitFor();
  }),
  state('records-chosen', records, (page) =>
    page.getByRole('checkbox', { name: 'Select record 2', exact: true }).check(),
  ),
  state('records-delete', records, async (page) => {
    await page.getByRole('checkbox', { name: 'Select record 2', exact: true }).check();
    await button(page, 'Delete selected').click();
    await page.getByRole('dialog').waitFor();
  }),
  state('records-export', records, async (page) => {
    await page.getByRole('switch', { name: 'Decrypt' }).and(page.locator(':not([aria-disabled])')).waitFor();
    await button(page, 'More').click();
    await button(page, 'Export records').click();
    await page.getByRole('radio', { name: 'Decrypted' }).check();
  }),
  state('records-summary', records, async (page) => {
    await button(page, 'Summary of numbers').click();
    await page.getByRole('figure', { name: /^Distribution of / }).waitFor();
  }),
  state('record-at-the-service', records, async (page) => {
    await decrypt(page);
    await openFirst(page);
    await button(page, 'What the service sees').click();
    await page.getByRole('dialog', { name: /what the service sees/ }).waitFor();
  }),
  state('record-add', records, async (page) => {
    await button(page, 'Add record').click();
    await page
      .getByRole('dialog', { name: 'Add record' })
      .getByRole('button', { name: 'Add record' })
      .click();
  }),
  state('record-edit', records, async (page) => {
    await decrypt(page);
    await openFirst(page);
    await button(page, 'Edit').click();
    await page.getByRole('dialog', { name: 'Edit record 1' }).getByLabel('city').waitFor();
  }),
  state('records-range', records, async (page) => {
    await decrypt(page);
    const cell = page.getByText('Holtsville').first();
    // Phones show cards.
    if (isPhone(page)) return;
    await cell.click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    await button(page, 'Copy with headers').waitFor();
  }),
  state('records-columns', records, async (page) => {
    if (!isPhone(page)) await button(page, 'Columns').click();
  }),
];
