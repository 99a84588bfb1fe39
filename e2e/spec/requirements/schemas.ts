/** Creating a schema, and viewing one. */
import type { Page } from '@playwright/test';
import { pageAt, requirement, visible, type ScreenSpec } from '../requirement.ts';
import { editor, writeSchema } from '../../support/schemaEditor.ts';
import { expect } from '../../support/stack.ts';
import { fill, press } from './actions.ts';

const line = (page: Page, field: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: field, exact: true }) });

export const schemas: ScreenSpec[] = [
  {
    screen: 'a new schema',
    as: 'owner',
    rows: [
      requirement(
        '/datasets/{datasetId}/schemas/create: Add Schema screen.',
        pageAt(
          ({ dataset }) => `${dataset}/schemas/create`,
          (page) => [page.getByRole('heading', { level: 1, name: 'Add Schema' })],
        ),
      ),
      requirement(
        "A name field (hint 'Human-readable name').",
        visible((page) => [page.getByLabel('Name', { exact: true })]),
      ),
      requirement(
        "An optional description (hint 'Brief description').",
        visible((page) => [page.getByLabel(/Description/)]),
      ),
      requirement(
        "A JSON text editor pre-filled with a sample schema: an object with a string 'name' and an integer 'age' between 1 and 100, both required.",
        async ({ page, addText }) => {
          await editor(page).waitFor();
          const text = await editor(page).evaluate((element) =>
            'value' in element ? String(element.value) : (element as HTMLElement).innerText,
          );
          addText(text.replaceAll('"', "'"));
          expect(JSON.parse(text)).toEqual({
            type: 'object',
            properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 1, maximum: 100 } },
            required: ['name', 'age'],
          });
        },
      ),
      requirement(
        'A Create button.',
        visible((page) => [page.getByRole('button', { name: 'Create', exact: true })]),
      ),
      requirement(
        'An info box saying only JSON Schema is supported, with string or number fields, and every number field must have minimum and maximum. Links go to the docs.',
        visible((page) => [
          page.getByText(/only JSON Schema is supported/i),
          page.getByText(/strings or numbers, and every number field must have minimum and maximum/),
          page.getByRole('link', { name: 'Read about schemas' }),
        ]),
      ),
      requirement('Schema create: name required.', async ({ page }) => {
        await press(page, 'Create');
        await expect(page.getByText('Name is required.').first()).toBeVisible();
      }),
      requirement(
        "The JSON text must parse, otherwise 'JSON schema is invalid. Please correct the errors before submitting.'",
        async ({ page }) => {
          await fill(page, { Name: 'Visitors' });
          await writeSchema(page, '{\n  "type": "object",\n}');
          await press(page, 'Create');
          await expect(
            page.getByText('JSON schema is invalid. Please correct the errors before submitting.').first(),
          ).toBeVisible();
        },
      ),
      requirement('Every number field needs minimum and maximum.', async ({ page }) => {
        await writeSchema(
          page,
          JSON.stringify({ type: 'object', properties: { age: { type: 'number' } } }, null, 2),
        );
        await expect(page.getByText(/minimum and (a )?maximum/).last()).toBeVisible();
        await press(page, 'Create');
        await expect(page).toHaveURL(/\/schemas\/create$/);
      }),
      requirement('Other errors come from the server.', async ({ page }) => {
        await writeSchema(
          page,
          JSON.stringify({ type: 'object', properties: { name: { type: 'string' } } }, null, 2),
        );
        await page
          .context()
          .route('**/api/schemas/', (route) =>
            route.fulfill({ status: 400, json: { detail: 'Too many schemas.' } }),
          );
        await press(page, 'Create');
        await expect(page.getByRole('alert').getByText('Too many schemas.')).toBeVisible();
        await page.context().unroute('**/api/schemas/');
      }),
    ],
  },
  {
    screen: 'a schema',
    as: 'owner',
    rows: [
      requirement(
        '/datasets/{datasetId}/schemas/{schemaId}: the Schema tab. It shows the description',
        pageAt(
          ({ full }) => full,
          (page) => [page.getByText(/Every place of the United States/)],
        ),
      ),
      requirement(
        "and a table with columns Name, Type, Required (Yes/No), Allowed Values (the enum, or 'Any') and Constraints (maximum, minimum, precision, format).",
        async ({ page, sample, addScreenText }) => {
          await page.goto(sample.empty);
          for (const name of ['Name', 'Type', 'Required', 'Allowed Values', 'Constraints'])
            await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
          await expect(line(page, 'name')).toContainText(/string\s*Yes\s*Any/);
          await expect(line(page, 'ward')).toContainText(/No\s*North, South/);
          for (const words of [/maximum:? 400/, /minimum:? 1/, /precision:? 1/])
            await expect(line(page, 'weight')).toContainText(words);
          await expect(line(page, 'born')).toContainText(/format:? date/);
          await addScreenText();
        },
      ),
      requirement('Sibling tabs are Records and Permissions.', async ({ page, sample }) => {
        const tabs = page.getByRole('navigation', { name: 'Schema' });
        await expect(tabs.getByRole('link', { name: 'Records' })).toHaveAttribute(
          'href',
          `${sample.empty}/records`,
        );
        await expect(tabs.getByRole('link', { name: 'Permissions' })).toHaveAttribute(
          'href',
          `${sample.empty}/permissions`,
        );
      }),
    ],
  },
];
