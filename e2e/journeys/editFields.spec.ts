/** The fields of a schema with records are edited by keyboard: a limit is widened, a field is added and used. */
import type { Page } from '@playwright/test';
import { makeSchema } from '../../tools/client.ts';
import { accessibilityProblems } from '../support/accessibility.ts';
import { tabTo } from '../support/keyboard.ts';
import { expect, signIn, test, type Person } from '../support/stack.ts';

async function createVisits({ api }: Person): Promise<string> {
  const { dataset, schema } = await makeSchema(
    api,
    { dataset: 'Ward 8', schema: 'Visits' },
    {
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0, maximum: 120 } },
      required: ['name'],
    },
  );
  const job = await api.upload(schema.id, 'name,age\nAda,36\nGrace,85', 'text/csv');
  if (job.status !== 'complete') throw new Error(job.error);
  return `/datasets/${dataset.url.split('/').at(-2) ?? ''}/schemas/${schema.id}`;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true });

test('a limit is widened and a field is added to a schema with records, by keyboard', async ({
  page,
  person,
}) => {
  const owner = await person('Olga');
  const schema = await createVisits(owner);
  await signIn(page, owner);
  await page.goto(schema);

  await test.step('the page shows the consequences of each change before it is saved', async () => {
    await tabTo(page, button(page, 'Edit Fields'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Edit Fields' })).toBeVisible();
    await tabTo(page, field(page, 'age').getByLabel('To'));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('130');
    await expect(page.getByRole('list', { name: 'Changes of age' })).toHaveText('PossibleHighest value');
    await tabTo(page, button(page, 'Add field'));
    await page.keyboard.press('Enter');
    await expect(field(page, 'new field').getByLabel('Name')).toBeFocused();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.type('visit_kind');
    await tabTo(page, field(page, 'visit_kind').getByLabel('Type'));
    await page.keyboard.type('Cho');
    await tabTo(page, field(page, 'visit_kind').getByLabel('Choices, one per line'));
    await page.keyboard.type('first\nlater');
    await tabTo(page, field(page, 'visit_kind').getByLabel(/^Title/));
    await page.keyboard.type('Kind of visit');
    await expect(page.getByRole('list', { name: 'Changes of visit_kind' })).toHaveText(/^New keysField: /);
    await expect(page.getByText(/renews the keys of the schema/)).toBeVisible();
    await expect(page.getByText('You are the only person with its keys.')).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  await test.step('saving leads back to the schema, which has the field', async () => {
    await tabTo(page, button(page, 'Save Fields'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Visits', level: 1 })).toBeVisible();
    await expect(page.getByRole('row', { name: /visit_kind/ })).toBeVisible();
  });

  await test.step('a record with a value of the new field is added', async () => {
    await page.goto(`${schema}/records`);
    await tabTo(page, button(page, 'Add record'));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add record' });
    await expect(dialog.getByLabel(/^Kind of visit/)).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel(/^name/).focus();
    await page.keyboard.type('Rita');
    await tabTo(page, dialog.getByLabel(/^age/));
    await page.keyboard.type('125');
    await tabTo(page, dialog.getByLabel(/^Kind of visit/));
    await page.keyboard.type('lat');
    await tabTo(page, dialog.getByRole('button', { name: 'Add record' }));
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('the record is decrypted beside the earlier ones, and found by the new field', async () => {
    await page.getByRole('switch', { name: /Decrypt/ }).press('Space');
    await expect(cell(page, 'later')).toBeVisible();
    await expect(cell(page, 'Ada')).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Kind of visit' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Type a filter' }).focus();
    await page.keyboard.type('visit_kind = later');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Edit filter 1: Kind of visit = later' })).toBeVisible();
    await expect(cell(page, 'Rita')).toBeVisible();
    await expect(cell(page, 'Ada')).toHaveCount(0);
  });
});
