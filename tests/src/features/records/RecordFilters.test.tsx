import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { page } from '../../support/fakeServer.ts';
import { sealed, schemaId } from '../../support/records.ts';
import { arrived, statusOf, visit, type User } from '../../support/recordsPage.tsx';

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const choose = (user: User, name: string, option: string) =>
  user.selectOptions(screen.getByRole('combobox', { name }), option);
const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }));

test('filters are added one by one, applied together, and cleared with limit and offset', async () => {
  const { user, searches, router } = visit({}, '?limit=25&offset=50');
  await screen.findByText('Showing 51-75 of 120');
  await choose(user, 'Column of filter 1', 'age');
  await choose(user, 'Operator of filter 1', 'between');
  await user.type(box('Value of filter 1'), '18');
  await press(user, 'Apply');
  screen.getByText('Enter both ends of the range.');
  await user.type(box('Second value of filter 1'), '65');
  await press(user, 'Add filter');
  await choose(user, 'Column of filter 2', 'team');
  await choose(user, 'Value of filter 2', 'red');
  await press(user, 'Apply');
  await waitFor(() =>
    expect(searches().at(-1)).toEqual({
      schema: schemaId,
      limit: 25,
      offset: 0,
      partial: true,
      filters: [
        { label: 'age', operator: 'between', value: '18', value2: '65' },
        { label: 'team', operator: '=', value: 'red' },
      ],
    }),
  );
  const address = '?limit=25&column=age&operator=between&value=18&value2=65&column=team&value=red';
  expect(router.state.location.search).toBe(address);
  await press(user, 'Clear');
  expect(router.state.location.search).toBe('');
  expect(screen.getAllByRole('group', { name: /^Filter/ })).toHaveLength(1);
});

test('there are at most as many filters as columns, and at least one', async () => {
  const { user } = visit();
  await arrived();
  const rows = () => screen.getAllByRole('group', { name: /^Filter \d$/ });
  await press(user, 'Remove filter 1');
  expect(rows()).toHaveLength(1);
  for (let more = 0; more < 4; more++) await press(user, 'Add filter');
  expect(rows()).toHaveLength(3);
  screen.getByRole('button', {
    name: 'Add filter',
    description: /as many filters as the schema has columns/,
  });
  await user.type(box('Value of filter 3'), 'third');
  await press(user, 'Remove filter 2');
  expect(box('Value of filter 2').value).toBe('third');
  await press(user, 'Remove filter 2');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add filter' }));
});

test('a typed filter is refused once there are as many as columns', async () => {
  const three = '?column=age&value=20&column=age&operator=>&value=21&column=name&value=Ada';
  const { user, router } = visit({}, three);
  await arrived();
  await user.type(screen.getByRole('combobox', { name: 'Type a filter' }), 'age < 60{Enter}');
  screen.getByRole('combobox', {
    name: 'Type a filter',
    description: 'There are as many filters as the schema has columns.',
  });
  expect(router.state.location.search).toBe(three);
});

test('filters are read from the address, and follow the browser’s Back', async () => {
  const { user, router } = visit({}, '?column=name&value=+Ada');
  await arrived();
  await press(user, 'Edit filter 1: name = Ada');
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Column of filter 1' }));
  expect(box('Value of filter 1').value).toBe(' Ada');
  await user.clear(box('Value of filter 1'));
  await user.type(box('Value of filter 1'), 'Grace{Enter}');
  expect(router.state.location.search).toBe('?column=name&value=Grace');
  screen.getByRole('button', { name: 'Edit filter 1: name = Grace' });
  await router.navigate(-1);
  await screen.findByRole('button', { name: 'Edit filter 1: name = Ada' });
});

test('applied filters are chips, which are removed at once and leave others as they are', async () => {
  const { user, router, searches } = visit({}, '?column=name&value=Ada&column=age&operator=>&value=18');
  await arrived();
  screen.getByText('name = Ada');
  screen.getByText('age > 18');
  await press(user, 'Add filter');
  await choose(user, 'Column of filter 3', 'team');
  await press(user, 'Remove filter 1');
  expect(router.state.location.search).toBe('?column=age&operator=%3E&value=18');
  await waitFor(() =>
    expect(searches().at(-1)).toMatchObject({ filters: [{ label: 'age', operator: '>', value: '18' }] }),
  );
  screen.getByText('age > 18');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Column of filter 2' }).value).toBe('team');
  await press(user, 'Remove filter 1');
  expect(router.state.location.search).toBe('');
});

test('filters without matches can be cleared', async () => {
  const { user, router } = visit(
    {
      'POST /api/records/search/': ({ body }) =>
        page((body as { filters: unknown[] }).filters.length > 0 ? [] : sealed),
    },
    '?column=name&value=Nobody',
  );
  await screen.findByRole('heading', { name: 'No records match your filters.' });
  await press(user, 'Clear filters');
  await screen.findByText('Showing 1-3 of 3');
  expect(router.state.location.search).toBe('');
});

test('without the proxy an address with filters shows no records, says why, and offers the list', async () => {
  const { asked, user } = visit(
    { 'GET /api/status/': statusOf(false), 'GET /api/records/': () => page(sealed) },
    '?column=name&value=Ada',
  );
  await screen.findByRole('heading', { name: 'These filters can’t be answered here.' });
  expect(screen.queryByRole('grid')).toBeNull();
  expect(asked('GET /api/records/')).toEqual([]);
  await press(user, 'Clear filters');
  await screen.findByText('Showing 1-3 of 3');
});

const problem = (status: number) => () => ({ status, body: { detail: `Refused with ${status}.` } });

test.each([
  [405, ''],
  [405, '?column=name&value=Ada'],
  [404, '?column=name&value=Ada'],
  [500, '?column=name&value=Ada'],
  [503, '?column=name&value=Ada'],
])('behind the proxy a search that is answered with %i at “%s” shows no records', async (status, query) => {
  const { asked } = visit(
    {
      'POST /api/records/search/': problem(status),
      'GET /api/records/': () => page(sealed, 60_000),
    },
    query,
  );
  const banner = (await screen.findByText('Error fetching records')).parentElement!.parentElement!;
  within(banner).getByText(`Refused with ${status}.`);
  expect(screen.queryByRole('grid')).toBeNull();
  expect(screen.queryByText(/^Showing/)).toBeNull();
  expect(asked('GET /api/records/')).toEqual([]);
});

test.each([
  ['is not answered', () => new Promise<never>(() => undefined)],
  ['is answered with 405', () => problem(405)()],
  ['is answered with 500', () => problem(500)()],
])('records of the former filters are not shown under new ones whose search %s', async (_, answer) => {
  const { user, asked } = visit({
    'POST /api/records/search/': ({ body }) =>
      (body as { filters: unknown[] }).filters.length > 0 ? answer() : page(sealed, 60_000),
    'GET /api/records/': () => page(sealed, 60_000),
  });
  await screen.findByText('Showing 1-50 of 60,000');
  await choose(user, 'Column of filter 1', 'name');
  await user.type(box('Value of filter 1'), 'Ada{Enter}');
  await waitFor(() => expect(asked('POST /api/records/search/')).toHaveLength(2));
  expect(screen.queryByRole('grid')).toBeNull();
  expect(screen.queryByText(/^Showing/)).toBeNull();
  expect(asked('GET /api/records/')).toEqual([]);
});
