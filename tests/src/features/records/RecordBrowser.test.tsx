import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { opened, sealed } from '../../support/records.ts';
import { lockOf, visit } from '../../support/recordsPage.tsx';

test('damaged records are counted above the table and marked in it', async () => {
  const { name, ...rest } = opened[0]!.data;
  const { user } = visit({
    'POST /api/records/search/': () => ({
      body: sealed,
      headers: { 'X-Total-Count': '123', 'X-Unreadable-Records': '2' },
    }),
    'POST /api/records/decrypt/': () => ({
      body: [{ ...opened[0]!, data: rest, damaged: ['name'] }, ...opened.slice(1)],
    }),
  });
  await screen.findByText(/^2 records can’t be searched or shown/);
  await user.click(await lockOf());
  await screen.findByRole('gridcell', { name: 'damaged value, name column' });
  screen.getByText(/^1 record on this page has values that are lost or are not what was uploaded/);
  expect(name).toBeDefined();
});

test('a data owner decrypts the page, which is announced, and encrypts it again', async () => {
  const { user } = visit();
  await user.click(await lockOf());
  await screen.findByRole('gridcell', { name: 'Ada Lovelace' });
  screen.getByText('Decrypted. 3 records.');
  await user.click(screen.getByRole('switch', { checked: true }));
  expect(screen.queryByText('Ada Lovelace')).toBeNull();
  screen.getByText('Encrypted again.');
});

test('the page is in the address, and an offset beyond the end leads to the last page', async () => {
  const { user, searches, router } = visit({}, '?offset=5000');
  await screen.findByText('Showing 101-120 of 120');
  expect(router.state.location.search).toBe('?offset=100');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '25');
  expect(router.state.location.search).toBe('?limit=25&offset=100');
  await user.click(screen.getByRole('button', { name: 'First page' }));
  await screen.findByText('Showing 1-25 of 120');
  expect(searches().at(-1)).toMatchObject({ limit: 25, offset: 0 });
});
