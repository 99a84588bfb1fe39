import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { arrived, lockOf, visit } from '../../support/recordsPage.tsx';

test('a decrypted value becomes a filter by the menu of its cell', async () => {
  const { user, router } = visit({}, '?column=name&value=Ada&column=age&operator=>&value=18');
  await user.click(await lockOf());
  const cell = await screen.findByRole('gridcell', { name: 'Grace Hopper' });
  fireEvent.contextMenu(cell);
  await user.click(screen.getByRole('button', { name: 'Filter by this value' }));
  expect(router.state.location.search).toBe(
    '?column=age&operator=%3E&value=18&column=name&value=Grace+Hopper',
  );
  await screen.findByText('name = Grace Hopper');
});

test('a sealed value is no filter', async () => {
  visit();
  await arrived();
  fireEvent.contextMenu(screen.getAllByRole('gridcell', { name: 'encrypted value, name column' })[0]!);
  screen.getByRole('button', { name: 'Copy' });
  expect(screen.queryByRole('button', { name: 'Filter by this value' })).toBeNull();
});

test('the menu of a number column sorts it and adds a filter for it', async () => {
  const { user, router } = visit();
  await arrived();
  const choose = async (command: string) => {
    screen.getByRole('button', { name: 'age' }).focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await user.click(screen.getByRole('button', { name: command }));
  };
  await choose('Sort descending');
  await waitFor(() => expect(router.state.location.search).toBe('?sort=-age'));
  await arrived();
  await choose('Filter by this column');
  const column = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Column of filter 1' });
  expect(column.value).toBe('age');
  expect(document.activeElement).toBe(column);
  await choose('Statistics');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Summary of' }).value).toBe('age');
});

const showOnPhone = () =>
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: media.includes('max-width'),
      media,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );

test('on a phone records are cards, which a tap opens, and filters appear on request', async () => {
  showOnPhone();
  const { user } = visit();
  const cards = await screen.findByRole('list', { name: 'Records of People' });
  expect(cards.children).toHaveLength(3);
  expect(screen.queryByRole('grid')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add filter' }));
  screen.getByRole('combobox', { name: 'Column of filter 1' });
  await user.click(screen.getByRole('button', { name: 'Record 2, show all of it' }));
  await screen.findByRole('dialog', { name: 'Record 2' });
});

test('on a phone all cards of the page are selected after one of them, then all that match', async () => {
  showOnPhone();
  const { user } = visit();
  await screen.findByRole('list', { name: 'Records of People' });
  expect(screen.queryByRole('button', { name: 'Select this page' })).toBeNull();
  await user.click(await screen.findByRole('checkbox', { name: 'Select record 2' }));
  await user.click(screen.getByRole('button', { name: 'Select this page' }));
  await screen.findByText('3 selected');
  expect(screen.queryByRole('button', { name: 'Select this page' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Select all 120 that match' }));
  await screen.findByText('All 120 selected');
});

test('the density of the rows is chosen in three steps', async () => {
  const { user } = visit();
  await arrived();
  const height = () => screen.getByRole('grid').style.getPropertyValue('--row-height');
  expect(height()).toBe('27px');
  await user.click(screen.getByRole('button', { name: 'Density' }));
  await user.click(screen.getByRole('button', { name: 'Compact', pressed: false }));
  expect(height()).toBe('24px');
});
