/** States of the pages on which fields are edited, and of elements of all pages: the palette and the guide to the proxy. */
import type { Page } from '@playwright/test';
import { button, state, type ScreenState } from './screenState.ts';
import type { Sample } from './sample.ts';

const edit = ({ full }: Sample) => `${full}/edit`;

/** Types into a control of the field `latitude`, and waits until the page shows the consequences of the change. */
const change = (label: string, text: string, expected: string | RegExp) => async (page: Page) => {
  const field = page.getByRole('listitem', { name: 'latitude' });
  await page.getByText(/limits can only be widened/).waitFor();
  await field.getByLabel(label).fill(text);
  await page.getByText(expected).first().waitFor();
};

export const definitionStates: ScreenState[] = [
  state('schema-edit', edit, (page) => page.getByText(/limits can only be widened/).waitFor()),
  state('schema-edit-free', edit, change('Title', 'Latitude', /^Saving takes a moment/)),
  state('schema-edit-compatible', edit, change('To', '180', /^Saving signs the new limits\. /)),
  state('schema-edit-reindexing', edit, change('From', '-180', /rebuilds the index/)),
  state('schema-edit-refused', edit, change('To', '45', /^Some changes are not possible/)),
  state('palette', '/datasets', async (page) => {
    // The keys work only after the page is idle.
    await button(page, 'Go to a dataset, schema or page').waitFor();
    await page.keyboard.press('Control+k');
    await page
      .getByRole('option', { name: /Zip codes/ })
      .first()
      .waitFor();
  }),
  state('palette-nothing', '/datasets', async (page) => {
    await button(page, 'Go to a dataset, schema or page').click();
    await page.getByRole('combobox', { name: 'Dataset, schema or page' }).fill('no such thing');
    await page.getByText('Nothing matches.').waitFor();
  }),
  state(
    'proxy-guide',
    '/help#proxy',
    async (page) => {
      await page.getByText(/^Start the proxy\./).waitFor();
    },
    'atService',
  ),
];
