/** The filter builder of the records screen. */
import type { Page } from '@playwright/test';
import { expect } from '../../support/stack.ts';
import { requirement, type ScreenSpec } from '../requirement.ts';
import { press } from './actions.ts';

const filters = (page: Page) => page.getByRole('search', { name: 'Filters' });

export const filterBar: ScreenSpec[] = [
  {
    screen: 'the filter bar',
    as: 'owner',
    rows: [
      requirement(
        'Filter builder: rows can be added up to the number of columns and removed down to one.',
        async ({ page, sample }) => {
          await page.goto(`${sample.full}/records`);
          const addButton = filters(page).getByRole('button', { name: 'Add filter' });
          for (let lines = 1; lines < 6; lines += 1) await addButton.click();
          await expect(filters(page).getByRole('group')).toHaveCount(6);
          await expect(addButton).toHaveAttribute('aria-disabled', 'true');
          for (let lines = 6; lines > 1; lines -= 1) await press(filters(page), `Remove filter ${lines}`);
          await expect(filters(page).getByRole('group')).toHaveCount(1);
          await expect(filters(page).getByRole('button', { name: 'Remove filter 1' })).toHaveAttribute(
            'aria-disabled',
            'true',
          );
        },
      ),
      requirement(
        'Filters: number fields offer =, >, <, >=, <= and a between range with two values.',
        async ({ page }) => {
          await filters(page).getByLabel('Column of filter 1').selectOption('latitude');
          const operator = filters(page).getByLabel('Operator of filter 1');
          await expect(operator.getByRole('option')).toHaveText(['=', '>', '<', '>=', '<=', 'between']);
          await operator.selectOption('between');
          await expect(filters(page).getByLabel('Second value of filter 1')).toBeVisible();
        },
      ),
      requirement('A between range is sent as value, operator, value2.', async ({ page }) => {
        await filters(page).getByLabel('Value of filter 1', { exact: true }).fill('40.9');
        await filters(page).getByLabel('Second value of filter 1').fill('41');
        const call = page.waitForRequest('**/api/records/search/**');
        await press(filters(page), 'Apply');
        expect((await call).postDataJSON()).toMatchObject({
          filters: [{ label: 'latitude', value: '40.9', operator: 'between', value2: '41' }],
        });
      }),
      requirement('Text filters match by equality.', async ({ page }) => {
        await press(filters(page), 'Edit filter 1: latitude between 40.9 and 41');
        await filters(page).getByLabel('Column of filter 1').selectOption('city');
        await expect(filters(page).getByLabel('Operator of filter 1').getByRole('option')).toHaveText(['=']);
        await filters(page).getByLabel('Value of filter 1', { exact: true }).fill('Holtsville');
        await press(filters(page), 'Apply');
        await expect(page.getByText('Showing 1-2 of 2')).toBeVisible();
      }),
      requirement('Rows with no column or value are ignored.', async ({ page }) => {
        await press(filters(page), 'Add filter');
        await press(filters(page), 'Add filter');
        await filters(page).getByLabel('Column of filter 2').selectOption('state');
        await press(filters(page), 'Apply');
        await expect(page.getByText('Showing 1-2 of 2')).toBeVisible();
      }),
      requirement("and 'No records match your filters.'", async ({ page }) => {
        await press(filters(page), 'Edit filter 1: city = Holtsville');
        await filters(page).getByLabel('Value of filter 1', { exact: true }).fill('Atlantis');
        await press(filters(page), 'Apply');
        await expect(page.getByText('No records match your filters.')).toBeVisible();
      }),
      requirement(
        'Page selector options for a filter list are capped at 5000 values.',
        async ({ page, sample }) => {
          const schema = sample.full.split('/').at(-1) ?? '';
          await page.route(`**/api/schemas/${schema}/*`, async (route) => {
            const answer = await route.fetch();
            const found = (await answer.json()) as { schema: { properties: object } };
            const state = {
              type: 'string',
              enum: Array.from({ length: 5_010 }, (_, index) => `State ${index}`),
            };
            await route.fulfill({
              response: answer,
              json: {
                ...found,
                schema: { ...found.schema, properties: { ...found.schema.properties, state } },
              },
            });
          });
          await page.evaluate(async () => {
            for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
          });
          await page.goto(`${sample.full}/records`);
          await filters(page).getByLabel('Column of filter 1').selectOption('state');
          // The limit, and the empty option.
          await expect(
            filters(page).getByLabel('Value of filter 1', { exact: true }).locator('option'),
          ).toHaveCount(5_001);
        },
      ),
    ],
  },
];
