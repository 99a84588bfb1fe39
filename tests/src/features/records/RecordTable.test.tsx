import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { arrived, beginVisits, endVisits, lockOf, visit } from '../../support/recordsPage.tsx';

beforeEach(beginVisits);
afterEach(endVisits);

const here = () => document.activeElement;
const columnHeads = () =>
  screen
    .getAllByRole('columnheader')
    .slice(1)
    .map((head) => head.getAttribute('aria-label'));

test('the grid is one tab stop; arrows walk it, and Enter shows the whole record', async () => {
  const { user } = visit();
  await arrived();
  const stops = () => screen.getByRole('grid').querySelectorAll('[tabindex="0"]');
  expect(stops()).toHaveLength(1);
  screen.getByRole('button', { name: 'name' }).focus();
  await user.keyboard('{ArrowDown}{ArrowRight}{ArrowDown}');
  expect(here()?.getAttribute('aria-label')).toBe('encrypted value, team column');
  expect(here()?.closest('tr')?.getAttribute('aria-rowindex')).toBe('3');
  await user.keyboard('{Control>}{Home}{/Control}');
  expect(here()).toBe(screen.getAllByRole('columnheader')[0]);
  await user.keyboard('{Control>}{End}{/Control}');
  expect(here()?.getAttribute('aria-label')).toBe('encrypted value, age column');
  expect(stops()).toHaveLength(1);
  await user.keyboard('{Enter}');
  within(screen.getByRole('dialog', { name: 'Record 3' })).getByText('record2');
});

test('rows count over the whole result, whatever the page', async () => {
  visit({}, '?offset=50');
  await arrived();
  const rows = screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'));
  expect(rows).toEqual(['1', '52', '53', '54']);
  screen.getByRole('button', { name: 'Record 51, show all of it' });
});

test('sealed values cannot be sorted, and the head says why', async () => {
  const { user } = visit();
  await arrived();
  const head = screen.getByRole('button', { name: 'age', description: /^Sealed values have no order\./ });
  await user.click(head);
  expect(screen.getByRole('columnheader', { name: 'age' }).getAttribute('aria-sort')).toBeNull();
});

test('a decrypted page is sorted by a click on a head, up, down and back, and only this page', async () => {
  const { user } = visit();
  await user.click(await lockOf());
  await screen.findByRole('gridcell', { name: 'Ada Lovelace' });
  const names = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('gridcell')[0]?.textContent);
  const age = screen.getByRole('button', { name: 'age' });
  await user.dblClick(age);
  expect(names()).toEqual(['Mary Somerville', 'Grace Hopper', 'Ada Lovelace']);
  expect(screen.getByRole('columnheader', { name: 'age' }).getAttribute('aria-sort')).toBe('descending');
  screen.getByText('Sorted: this page only');
  await user.click(age);
  expect(names()).toEqual(['Ada Lovelace', 'Grace Hopper', 'Mary Somerville']);
  expect(screen.queryByText('Sorted: this page only')).toBeNull();
});

test('columns are hidden and shown again, all but the last', async () => {
  const { user } = visit();
  await arrived();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(screen.getByRole('checkbox', { name: 'team' }));
  await user.click(screen.getByRole('checkbox', { name: 'age' }));
  expect(columnHeads()).toEqual(['name']);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'name' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Show all, default widths' }));
  expect(columnHeads()).toEqual(['name', 'team', 'age']);
});

test('a column is 150 pixels wide, and 40 to 1000 by keyboard or by number', async () => {
  const { user, container } = visit();
  await arrived();
  const width = () => container.querySelectorAll('col')[1]?.style.inlineSize;
  expect(width()).toBe('150px');
  screen.getByRole('button', { name: 'name' }).focus();
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  expect(width()).toBe('160px');
  screen.getByText('name is 160 pixels wide.');
  await user.keyboard(`{Shift>}${'{ArrowLeft}'.repeat(20)}{/Shift}`);
  expect(width()).toBe('40px');
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const type = async (text: string) => {
    const box = screen.getByRole('spinbutton', { name: 'Width of name in pixels' });
    await user.clear(box);
    await user.type(box, `${text}{Tab}`);
  };
  await type('1001');
  expect(width()).toBe('40px');
  await type('1000');
  expect(width()).toBe('1000px');
});
