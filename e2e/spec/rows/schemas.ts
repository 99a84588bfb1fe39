/** Making a schema, and reading one. */
import type { Page } from '@playwright/test';
import { at, row, seen, type Visit } from '../row.ts';
import { editor, writeSchema } from '../../support/schemaEditor.ts';
import { expect } from '../../support/stack.ts';
import { fill, press } from './deeds.ts';

const line = (page: Page, field: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: field, exact: true }) });

export const schemas: Visit[] = [
  {
    screen: 'a new schema',
    as: 'owner',
    rows: [
      row(
        2,
        '/datasets/{datasetId}/schemas/create: Add Schema screen.',
        at(
          ({ dataset }) => `${dataset}/schemas/create`,
          (page) => [page.getByRole('heading', { level: 1, name: 'Add Schema' })],
        ),
      ),
      row(
        2,
        "A name field (hint 'Human-readable name').",
        seen((page) => [page.getByLabel('Name', { exact: true })]),
      ),
      row(
        2,
        "An optional description (hint 'Brief description').",
        seen((page) => [page.getByLabel(/Description/)]),
      ),
      row(
        2,
        "A JSON text editor pre-filled with a sample schema: an object with a string 'name' and an integer 'age' between 1 and 100, both required.",
        async ({ page, note }) => {
          await editor(page).waitFor();
          const text = await editor(page).evaluate((element) =>
            'value' in element ? String(element.value) : (element as HTMLElement).innerText,
          );
          note(text.replaceAll('"', "'"));
          expect(JSON.parse(text)).toEqual({
            type: 'object',
            properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 1, maximum: 100 } },
            required: ['name', 'age'],
          });
        },
      ),
      row(
        2,
        'A Create button.',
        seen((page) => [page.getByRole('button', { name: 'Create', exact: true })]),
      ),
      row(
        2,
        'An info box saying only JSON Schema is supported, with string or number fields, and every number field must have minimum and maximum. Links go to the docs.',
        seen((page) => [
          page.getByText(/only JSON Schema is supported/i),
          page.getByText(/strings or numbers, and every number field must have minimum and maximum/),
          page.getByRole('link', { name: 'Read about schemas' }),
        ]),
      ),
      row(5, 'Schema create: name required.', async ({ page }) => {
        await press(page, 'Create');
        await expect(page.getByText('Name is required.').first()).toBeVisible();
      }),
      row(
        5,
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
      row(5, 'Every number field needs minimum and maximum.', async ({ page }) => {
        await writeSchema(
          page,
          JSON.stringify({ type: 'object', properties: { age: { type: 'number' } } }, null, 2),
        );
        await expect(page.getByText(/minimum and (a )?maximum/).last()).toBeVisible();
        await press(page, 'Create');
        await expect(page).toHaveURL(/\/schemas\/create$/);
      }),
      row(5, 'Other errors come from the server.', async ({ page }) => {
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
      row(
        2,
        '/datasets/{datasetId}/schemas/{schemaId}: the Schema tab. It shows the description',
        at(
          ({ full }) => full,
          (page) => [page.getByText(/Every place of the United States/)],
        ),
      ),
      row(
        2,
        "and a table with columns Name, Type, Required (Yes/No), Allowed Values (the enum, or 'Any') and Constraints (maximum, minimum, precision, format).",
        async ({ page, cast, look }) => {
          await page.goto(cast.empty);
          for (const name of ['Name', 'Type', 'Required', 'Allowed Values', 'Constraints'])
            await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
          await expect(line(page, 'name')).toContainText(/string\s*Yes\s*Any/);
          await expect(line(page, 'ward')).toContainText(/No\s*North, South/);
          for (const words of [/maximum:? 400/, /minimum:? 1/, /precision:? 1/])
            await expect(line(page, 'weight')).toContainText(words);
          await expect(line(page, 'born')).toContainText(/format:? date/);
          await look();
        },
      ),
      row(2, 'Sibling tabs are Records and Permissions.', async ({ page, cast }) => {
        const tabs = page.getByRole('navigation', { name: 'Schema' });
        await expect(tabs.getByRole('link', { name: 'Records' })).toHaveAttribute(
          'href',
          `${cast.empty}/records`,
        );
        await expect(tabs.getByRole('link', { name: 'Permissions' })).toHaveAttribute(
          'href',
          `${cast.empty}/permissions`,
        );
      }),
    ],
  },
];
