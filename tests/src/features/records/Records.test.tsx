import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { actors } from '../../support/testRoot.ts';
import { opened, schema, schemaId } from '../../support/records.ts';
import { arrived, lockOf, visit } from '../../support/recordsPage.tsx';

const raised = () =>
  actors()
    .alerts.getSnapshot()
    .context.shown.map(({ content }) => content);
const choose = (name: string) => screen.getByRole('checkbox', { name });

test('a refused deletion shows the reason and deletes nothing', async () => {
  const { user } = visit({
    'DELETE /api/records/': () => ({ status: 403, body: { detail: 'Only data owners delete.' } }),
  });
  await arrived();
  await user.click(choose('Select every record of this page'));
  await user.click(screen.getByRole('button', { name: 'Delete selected' }));
  await user.click(await screen.findByRole('button', { name: 'Delete 3 records' }));
  await screen.findByText('Only data owners delete.');
  expect(raised()).toEqual([]);
  expect(screen.getAllByRole('row', { selected: true })).toHaveLength(3);
});

test('without the right to delete there are no checkboxes', async () => {
  const permissions = { ...schema.permissions, can_upload: false };
  visit({ [`GET /api/schemas/${schemaId}/`]: () => ({ body: { ...schema, permissions } }) });
  await arrived();
  expect(screen.queryByRole('checkbox', { name: 'Select record 1' })).toBeNull();
});

test('the panel beside the grid peeks as well, and moves to the next record', async () => {
  const { user } = visit({
    'POST /api/records/decrypt/': () => ({ body: [{ ...opened[0]!, data: { age: 36 } }] }),
  });
  await lockOf();
  await user.click(screen.getByRole('button', { name: 'Record 1, show all of it' }));
  const panel = await screen.findByRole('region', { name: 'Record 1' });
  await user.click(within(panel).getByRole('button', { name: 'Peek at age' }));
  await within(panel).findByText('36');
  await user.click(within(panel).getByRole('button', { name: 'Hide age' }));
  expect(within(panel).queryByText('36')).toBeNull();
  await user.click(within(panel).getByRole('button', { name: 'Next record' }));
  screen.getByRole('region', { name: 'Record 2' });
  await user.click(screen.getByRole('button', { name: 'Close record 2' }));
  expect(screen.queryByRole('region', { name: 'Record 2' })).toBeNull();
});
