import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { page } from '../../support/fakeServer.ts';
import { sealed } from '../../support/records.ts';
import { arrived, lockOf, statusOf, visit } from '../../support/recordsPage.tsx';

const here = () => document.activeElement;
const columnHeads = () =>
  screen
    .getAllByRole('columnheader')
    .slice(2)
    .map((head) => head.getAttribute('aria-label'));

test('the grid is one tab stop, arrow keys move in it, and Enter shows the record', async () => {
  const { user } = visit();
  await arrived();
  const stops = () => screen.getByRole('grid').querySelectorAll('[tabindex="0"]');
  expect(stops()).toHaveLength(1);
  screen.getByRole('button', { name: 'name' }).focus();
  await user.keyboard('{ArrowDown}{ArrowRight}{ArrowDown}');
  expect(here()?.getAttribute('aria-label')).toBe('encrypted value, team column');
  expect(here()?.closest('tr')?.getAttribute('aria-rowindex')).toBe('3');
  await user.keyboard('{Control>}{Home}{/Control}');
  expect(here()).toBe(screen.getByRole('checkbox', { name: 'Select every record of this page' }));
  await user.keyboard('{Control>}{End}{/Control}');
  expect(here()?.getAttribute('aria-label')).toBe('encrypted value, age column');
  expect(stops()).toHaveLength(1);
  await user.keyboard('{Enter}');
  within(await screen.findByRole('region', { name: 'Record 3' })).getByText('record2');
  expect(here()).toBe(screen.getByRole('heading', { name: 'Record 3' }));
  await user.keyboard('{Escape}');
  expect(here()?.getAttribute('aria-label')).toBe('encrypted value, age column');
});

test('row numbers count over the whole result', async () => {
  visit({}, '?offset=50');
  await arrived();
  const rows = screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'));
  expect(rows).toEqual(['1', '52', '53', '54']);
  screen.getByRole('button', { name: 'Record 51, show all of it' });
});

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[1]?.textContent);

test('a text column of a decrypted page is sorted by clicks, ascending, descending and not, on this page only', async () => {
  const { user, searches } = visit();
  await user.click(await lockOf());
  await screen.findByRole('gridcell', { name: 'Ada Lovelace' });
  const name = screen.getByRole('button', { name: 'name' });
  await user.dblClick(name);
  expect(names()).toEqual(['Mary Somerville', 'Grace Hopper', 'Ada Lovelace']);
  expect(screen.getByRole('columnheader', { name: 'name' }).getAttribute('aria-sort')).toBe('descending');
  screen.getByText('Sorted: this page only');
  screen.getByText('This page is sorted by name, descending.');
  await user.click(screen.getByRole('button', { name: 'team' }));
  expect(names()).toEqual(['Grace Hopper', 'Ada Lovelace', 'Mary Somerville']);
  await user.dblClick(screen.getByRole('button', { name: 'team' }));
  expect(names()).toEqual(['Ada Lovelace', 'Grace Hopper', 'Mary Somerville']);
  expect(screen.queryByText('Sorted: this page only')).toBeNull();
  expect(searches()).toHaveLength(1);
});

test('a number column sorts the whole result, sealed or not, from its first page', async () => {
  const { user, searches, router } = visit({}, '?offset=50');
  await arrived();
  const age = screen.getByRole('button', { name: 'age' });
  await user.click(age);
  screen.getByText('All 120 records are sorted by age, ascending.');
  await waitFor(() => expect(searches().at(-1)).toMatchObject({ order_by: 'age', offset: 0 }));
  await user.click(age);
  await waitFor(() => expect(searches().at(-1)).toMatchObject({ order_by: '-age' }));
  expect(router.state.location.search).toBe('?sort=-age');
  expect(screen.getByRole('columnheader', { name: 'age' }).getAttribute('aria-sort')).toBe('descending');
  await user.click(age);
  expect(router.state.location.search).toBe('');
  screen.getByText('Records are in upload order.');
});

test('without a proxy nothing can be sorted', async () => {
  const bare = { 'GET /api/status/': statusOf(false), 'GET /api/records/': () => page(sealed, 120) };
  const { asked } = visit(bare, '?sort=age');
  await arrived();
  screen.getByRole('button', { name: 'age', description: /^Your proxy sorts the whole result by a number/ });
  expect(screen.getByRole('columnheader', { name: 'age' }).getAttribute('aria-sort')).toBeNull();
  expect(asked('GET /api/records/')[0]?.query.get('order_by')).toBeNull();
});

test('all columns but the last can be hidden, and shown again', async () => {
  const { user } = visit();
  await arrived();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(screen.getByRole('checkbox', { name: 'team' }));
  await user.click(screen.getByRole('checkbox', { name: 'age' }));
  expect(columnHeads()).toEqual(['name']);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'name' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Reset layout' }));
  expect(columnHeads()).toEqual(['name', 'team', 'age']);
});

test('columns are moved by their buttons, within the table', async () => {
  const { user } = visit();
  await arrived();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(screen.getByRole('button', { name: 'Move team to the left' }));
  await user.click(
    screen.getByRole('button', { name: 'Move team to the left', description: 'It is the first column.' }),
  );
  await user.click(screen.getByRole('button', { name: 'Move name to the right' }));
  expect(columnHeads()).toEqual(['team', 'age', 'name']);
});
