/** States of the records page: views, typed filters, finding, pasting, selections, menus and exports. */
import type { Page } from '@playwright/test';
import type { OpenedView } from '@cloakroom/contract/savedViews.ts';
import { decrypt } from './recordStates.ts';
import { button, isPhone, records, state, type ScreenState } from './screenState.ts';

const viewOf = (digit: string, name: string, minimum: string): OpenedView => ({
  id: digit.repeat(22),
  version: 1,
  generation: 1,
  creator: `/api/users/${digit.repeat(22)}/`,
  view: {
    name,
    filters: [{ label: 'latitude', value: minimum, operator: '>' }],
    order: null,
    columns: { order: [], hidden: [], pinned: [], widths: {} },
    density: 'standard',
  },
});
const views = [viewOf('2', 'Northern places', '40'), viewOf('3', 'Far north, with a long name', '60')];

/** Answers with two views instead of the proxy. */
async function showViews(page: Page): Promise<void> {
  await page.route('**/api/schemas/*/views/', (route) => route.fulfill({ json: views }));
  await page.reload();
}

/** Chooses a view, changes it and opens the menu again. */
async function changeView(page: Page): Promise<void> {
  await showViews(page);
  await button(page, 'Views').click();
  await button(page, 'Northern places').click();
  await button(page, /^Remove filter/).click();
  await page.getByText('Changed', { exact: true }).waitFor();
  await button(page, /^Views/).click();
  await button(page, 'Discard changes').waitFor();
}

async function typeFilter(page: Page, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Type a filter' });
  await button(page, 'Add filter').waitFor();
  // On phones the field appears on request.
  if (!(await field.isVisible())) await button(page, 'Add filter').click();
  await field.fill(text);
}

async function findInPage(page: Page): Promise<void> {
  await decrypt(page);
  if (isPhone(page)) return;
  await page.getByRole('grid').getByText('Holtsville').first().focus();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('a');
  await page.getByText(/^1 of \d+$/).waitFor();
}

const heading = 'City,state,zip code,latitude,longitude,county';
const pasted = (...rows: string[]) => [heading, 'Newtown,CT,06470,41.4,-73.3,Fairfield', ...rows].join('\n');

async function paste(page: Page, text: string): Promise<void> {
  await button(page, 'Paste rows').click();
  const dialog = page.getByRole('dialog', { name: 'Paste rows' });
  await dialog.getByLabel('Paste the table here').fill(text);
  await dialog.getByRole('cell', { name: 'Newtown' }).waitFor();
}

async function selectAll(page: Page): Promise<void> {
  if (isPhone(page)) {
    await page.getByRole('checkbox', { name: 'Select record 1', exact: true }).check();
    await button(page, 'Select this page').click();
  } else await page.getByRole('checkbox', { name: 'Select every record of this page' }).check();
  await button(page, /^Select all .* that match$/).click();
  await page.getByText('All 300 selected').waitFor();
}

async function openMenu(page: Page, target: string): Promise<void> {
  await page.getByRole('grid').waitFor();
  await page.getByRole('columnheader', { name: 'latitude' }).waitFor();
  await page.locator(target).dispatchEvent('contextmenu');
}

/** Starts an export of sealed records, which the browser downloads. */
async function startExport(page: Page): Promise<void> {
  await page.evaluate('delete globalThis.showSaveFilePicker');
  await button(page, 'More').click();
  await button(page, 'Export records').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
}

export const gridStates: ScreenState[] = [
  state('records-views', records, async (page) => {
    await showViews(page);
    await button(page, 'Views').click();
    await button(page, 'Northern places').waitFor();
  }),
  state('records-view-changed', records, changeView),
  state('records-view-save', records, async (page) => {
    await button(page, 'Views').click();
    await button(page, 'Save as a new view').click();
    await page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name').waitFor();
  }),
  state('records-view-delete', records, async (page) => {
    await changeView(page);
    await button(page, 'Delete view').click();
    await page.getByRole('dialog').waitFor();
  }),
  state('records-typed-filter', records, async (page) => {
    await typeFilter(page, 'l');
    await page.getByRole('option', { name: 'longitude' }).and(page.locator('li')).waitFor();
    await page.keyboard.press('ArrowDown');
  }),
  state('records-typed-filter-wrong', records, async (page) => {
    await typeFilter(page, 'latitude > north');
    await page.keyboard.press('Enter');
    await page.getByText('"north" is not a number.').waitFor();
  }),
  state('records-find', records, findInPage),
  state('records-find-sealed', records, async (page) => {
    if (isPhone(page)) return;
    await page.getByRole('gridcell', { name: 'encrypted value, city column' }).first().focus();
    await page.keyboard.press('Control+f');
    await page.getByText('Decrypt to find values').waitFor();
  }),
  state('records-paste', records, (page) => paste(page, pasted('Bethel,CT,06801,41.3,-73.4,Fairfield'))),
  state('records-paste-wrong', records, (page) =>
    paste(page, pasted('Bethel,CT,06801,141.3,-73.4,Fairfield', 'Ridgefield,,06877,north,-73.5,')),
  ),
  state('records-all', records, selectAll),
  state('records-all-delete', records, async (page) => {
    await selectAll(page);
    await button(page, 'Delete selected').click();
    await page.getByRole('dialog', { name: 'Delete all 300 records of Zip codes?' }).waitFor();
  }),
  state('records-cell-menu', records, async (page) => {
    await decrypt(page);
    if (isPhone(page)) return;
    await openMenu(page, '[data-row="2"] > [data-column="3"]');
    await button(page, 'Duplicate record').waitFor();
  }),
  state('records-column-menu', records, async (page) => {
    if (isPhone(page)) return;
    await openMenu(page, 'th[aria-label="latitude"]');
    await button(page, 'Statistics').waitFor();
  }),
  state('records-statistics', records, async (page) => {
    if (isPhone(page)) await button(page, 'Summary of numbers').click();
    else {
      await openMenu(page, 'th[aria-label="longitude"]');
      await button(page, 'Statistics').click();
    }
    await page.getByRole('figure', { name: /^Distribution of / }).waitFor();
  }),
  state('records-density', records, async (page) => {
    if (!isPhone(page)) await button(page, 'Density').click();
  }),
  state('record-duplicate', records, async (page) => {
    await decrypt(page);
    await button(page, 'Record 1, show all of it').click();
    await button(page, 'Duplicate').click();
    await page.getByRole('dialog', { name: 'Duplicate record 1' }).getByLabel('city').waitFor();
  }),
  state('export-running', records, async (page) => {
    // The call is never answered, so the export stays in this state.
    await page.context().route('**/api/records/export/', () => undefined);
    await startExport(page);
    await page
      .getByRole('region', { name: 'Exports' })
      .getByText(/Exporting 0 of/)
      .waitFor();
  }),
  state('export-done', records, async (page) => {
    await startExport(page);
    await page.getByText('Exported 300 records').last().waitFor();
  }),
  state('export-interrupted', records, async (page) => {
    await page.context().route('**/api/records/export/', (route) => route.abort());
    await startExport(page);
    await page
      .getByText(/Export interrupted/)
      .last()
      .waitFor();
  }),
];
