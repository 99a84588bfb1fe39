/** Organizations with many datasets and schemas: finding one in the sidebar, on the page and on a phone. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole, type World } from '#tests/src/support/console.tsx';
import { page } from '#tests/src/support/fakeServer.ts';
import { at, dataset, full, schema } from '#tests/src/support/datasets.ts';

const many = Array.from({ length: 25 }, (_, count) => ({
  ...dataset,
  id: `d${count}`,
  name: `Set ${count}`,
  schema_count: count === 7 ? 1 : 0,
}));
const crowded: World = { ...full, 'GET /api/datasets/': () => ({ body: many }) };
const sidebar = () => within(screen.getByRole('navigation', { name: 'Main' }));

test('many datasets can be searched by name in the sidebar', async () => {
  const { heading, user } = openConsole('/datasets', crowded);
  await heading('Datasets');
  await user.type(await sidebar().findByRole('searchbox', { name: 'Find a dataset' }), 'set 17');
  expect(sidebar().getByRole('link', { name: 'Set 17' })).toBeDefined();
  expect(sidebar().queryByRole('link', { name: 'Set 1' })).toBeNull();
  expect(sidebar().getByText('1 of 25').getAttribute('role')).toBe('status');
});

test('few datasets have no search field', async () => {
  const { heading } = openConsole('/datasets', full);
  await heading('Datasets');
  expect(await screen.findByRole('list', { name: 'Datasets' })).toBeDefined();
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('a dataset in the sidebar expands to its schemas, by its button and by the arrow keys', async () => {
  const { heading, user } = openConsole('/datasets', crowded);
  await heading('Datasets');
  const fold = await sidebar().findByRole('button', { name: 'Contents of Set 7', expanded: false });
  expect(sidebar().getAllByRole('button')).toHaveLength(1);
  await user.click(fold);
  const guests = await sidebar().findByRole('link', { name: 'Guests' });
  expect(guests.getAttribute('href')).toBe(`/datasets/d7/schemas/${schema.id}`);
  expect(guests.closest('li')?.getAttribute('aria-level')).toBe('2');

  sidebar().getByRole('link', { name: 'Set 7' }).focus();
  await user.keyboard('{ArrowLeft}');
  expect(sidebar().queryByRole('link', { name: 'Guests' })).toBeNull();
  await user.keyboard('{ArrowRight}');
  expect(await sidebar().findByRole('link', { name: 'Guests' })).toBeDefined();
});

test('the dataset list on a phone is short and links to all datasets', async () => {
  const thousand = Array.from({ length: 1000 }, (_, count) => ({
    ...dataset,
    id: `d${count}`,
    name: `Set ${count}`,
  }));
  const { heading, user, place } = openConsole('/datasets/d999', {
    ...full,
    'GET /api/datasets/': () => page(thousand),
    'GET /api/datasets/d999/': () => ({ body: thousand[999] }),
  });
  await heading('Set 999');
  const choose = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Dataset' });
  expect(choose.selectedOptions[0]?.textContent).toBe('Set 999');
  expect(choose.options.length).toBeLessThan(110);
  await user.selectOptions(choose, 'All 1,000 datasets…');
  await waitFor(() => expect(place()).toBe('/datasets'));
});

test('a dataset with hundreds of schemas shows them in pages', async () => {
  const schemas = Array.from({ length: 150 }, (_, count) => ({
    ...schema,
    id: `s${count}`,
    name: `Table ${count}`,
  }));
  const { heading, user } = openConsole(at, { ...full, 'GET /api/schemas/': () => ({ body: schemas }) });
  await heading('People');
  // jsdom would compute the names of all rows for a query by role.
  const table = within(await within(screen.getByRole('main')).findByRole('table'));
  expect(table.getByText('Table 99').closest('tr')).not.toBeNull();
  expect(table.queryByText('Table 149')).toBeNull();
  const pages = screen.getByRole('navigation', { name: 'Pages of schemas' });
  await user.click(within(pages).getByRole('button', { name: /next/i }));
  expect(table.getByText('Table 149').closest('tr')).not.toBeNull();
  await user.type(
    within(screen.getByRole('main')).getByRole('searchbox', { name: 'Find a schema' }),
    'table 42',
  );
  expect(table.getAllByRole('row')).toHaveLength(2);
});

test('a page of schemas that no longer exists gives way to the last one', async () => {
  let count = 150;
  const schemas = () =>
    Array.from({ length: count }, (_, n) => ({ ...schema, id: `s${n}`, name: `Table ${n}` }));
  const { heading, user, client } = openConsole(at, {
    ...full,
    'GET /api/schemas/': () => ({ body: schemas() }),
  });
  await heading('People');
  const table = within(await within(screen.getByRole('main')).findByRole('table'));
  const pages = screen.getByRole('navigation', { name: 'Pages of schemas' });
  await user.click(within(pages).getByRole('button', { name: /next/i }));
  expect(table.getByText('Table 149').closest('tr')).not.toBeNull();
  count = 90;
  await act(() => client.invalidateQueries());
  await waitFor(() => expect(table.getByText('Table 89').closest('tr')).not.toBeNull());
  expect(screen.queryByRole('navigation', { name: 'Pages of schemas' })).toBeNull();
});
