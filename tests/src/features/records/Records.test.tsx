import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tabSession } from '#src/shared/storage/session.ts';
import { layouts } from '#src/shared/storage/layouts.ts';
import { actors } from '../../support/testRoot.ts';
import { page } from '../../support/fakeServer.ts';
import { opened, schema, schemaId, sealed } from '../../support/records.ts';
import { arrived, beginVisits, endVisits, lockOf, visit } from '../../support/recordsPage.tsx';

beforeEach(beginVisits);
afterEach(endVisits);

const raised = () =>
  actors()
    .alerts.getSnapshot()
    .context.shown.map(({ content }) => content);
const choose = (name: string) => screen.getByRole('checkbox', { name });

test('selected records are deleted after a confirmation with their number', async () => {
  let left = sealed;
  const { user, asked } = visit({
    'POST /api/records/search/': () => page(left),
    'DELETE /api/records/': ({ query }) => {
      left = left.filter(({ id }) => !query.getAll('id').includes(id));
      return { body: null };
    },
  });
  await arrived();
  await user.click(choose('Select record 1'));
  await user.click(choose('Select record 3'));
  screen.getByText('2 selected');
  expect(choose('Select every record of this page')).toHaveProperty('indeterminate', true);
  expect(choose('Select record 1').closest('tr')?.getAttribute('aria-selected')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Delete selected' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete 2 records?' });
  expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(asked('DELETE /api/records/')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Delete 2 records' }));
  await screen.findByText('Showing 1-1 of 1');
  expect(asked('DELETE /api/records/')[0]?.query.getAll('id')).toEqual(['record0', 'record2']);
  expect(raised()).toEqual(['Deleted 2 records of People.']);
  expect(screen.queryByText('2 selected')).toBeNull();
});

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

test('a peek decrypts one value and hides it when the page is hidden', async () => {
  const { user, asked } = visit({
    'POST /api/records/decrypt/': () => ({ body: [{ ...opened[1]!, data: { name: 'Grace Hopper' } }] }),
  });
  await lockOf();
  screen.getByRole('button', { name: 'name' }).focus();
  await user.keyboard('{ArrowDown}{ArrowDown} ');
  await screen.findByRole('gridcell', { name: 'Grace Hopper' });
  expect(asked('POST /api/records/decrypt/')[0]?.body).toEqual([
    {
      id: 'record1',
      schema: schema.url,
      data: { name: sealed[1]!.data.name },
      fields: Object.keys(sealed[1]!.data),
    },
  ]);
  expect(screen.getAllByRole('gridcell', { name: 'encrypted value, name column' })).toHaveLength(2);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(screen.queryByText('Grace Hopper')).toBeNull());
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

test('the column layout is stored until it is reset', async () => {
  tabSession.write({ email: 'ada@example.org', organization: '4444444444444444444444' });
  const heads = () => screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-label'));
  const first = visit();
  await arrived();
  await first.user.click(screen.getByRole('button', { name: 'Columns' }));
  await first.user.click(screen.getByRole('checkbox', { name: 'team' }));
  await first.user.click(screen.getByRole('button', { name: 'Move age to the left' }));
  await first.user.click(screen.getByRole('button', { name: 'Move age to the left' }));
  await first.user.click(screen.getByRole('button', { name: 'age' }));
  await waitFor(async () =>
    expect(await layouts.get(schemaId)).toEqual({
      order: ['age', 'name', 'team'],
      hidden: ['team'],
      widths: {},
      sort: 'age',
    }),
  );
  first.unmount();

  const { user, router, searches } = visit();
  await screen.findAllByRole('gridcell', { name: 'encrypted value, age column' });
  expect(heads()).toEqual([null, null, 'age', 'name']);
  expect(router.state.location.search).toBe('?sort=age');
  expect(searches()).toMatchObject([{ order_by: 'age' }]);
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(screen.getByRole('button', { name: 'Reset layout' }));
  expect(heads()).toEqual([null, null, 'name', 'team', 'age']);
  await waitFor(async () => expect(await layouts.get(schemaId)).toBeUndefined());
  expect(router.state.location.search).toBe('');
});
