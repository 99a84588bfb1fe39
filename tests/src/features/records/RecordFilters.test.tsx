import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from '../../support/fakeServer.ts';
import { schema, schemaId, sealed } from '../../support/records.ts';
import { arrived, beginVisits, endVisits, statusOf, visit, type User } from '../../support/recordsPage.tsx';

beforeEach(beginVisits);
afterEach(endVisits);

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const choose = (user: User, name: string, option: string) =>
  user.selectOptions(screen.getByRole('combobox', { name }), option);
const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }));

test('filters are built row by row, applied together, and cleared with limit and offset', async () => {
  const { user, searches, router } = visit({}, '?limit=25&offset=50');
  await screen.findByText('Showing 51-75 of 120');
  await choose(user, 'Column of filter 1', 'age');
  await choose(user, 'Operator of filter 1', 'between');
  await user.type(box('Value of filter 1'), '18');
  await press(user, 'Apply');
  screen.getByText('Give both ends of the range.');
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

test('there are as many rows as columns at most, and one at least', async () => {
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

test('a column with listed values offers them, five thousand at most', async () => {
  const values = Array.from({ length: 5001 }, (_, number) => `team ${number}`);
  const properties = { team: { type: 'string', enum: values } };
  const { user } = visit({
    [`GET /api/schemas/${schemaId}/`]: () => ({
      body: { ...schema, schema: { type: 'object', properties } },
    }),
  });
  await screen.findByRole('grid');
  await choose(user, 'Column of filter 1', 'team');
  const list = screen.getByLabelText<HTMLSelectElement>('Value of filter 1');
  expect(list.options).toHaveLength(1 + 5000);
});

test('filters come from the address as typed, and follow the browser’s Back', async () => {
  const { user, router } = visit({}, '?column=name&value=+Ada');
  await arrived();
  expect(box('Value of filter 1').value).toBe(' Ada');
  await user.clear(box('Value of filter 1'));
  await user.type(box('Value of filter 1'), 'Grace{Enter}');
  expect(router.state.location.search).toBe('?column=name&value=Grace');
  await router.navigate(-1);
  await waitFor(() => expect(box('Value of filter 1').value).toBe(' Ada'));
});

test('filters that nothing matches offer to be cleared', async () => {
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

test('without the proxy nothing is searched: the list is shown, unfiltered, with a notice', async () => {
  const { asked, searches } = visit(
    { 'GET /api/status/': statusOf(false), 'GET /api/records/': () => page(sealed) },
    '?column=name&value=Ada',
  );
  await screen.findByText('No Proxy Detected');
  await screen.findByText('Showing 1-3 of 3');
  expect(screen.queryByRole('search')).toBeNull();
  const lists = asked('GET /api/records/').map(({ query }) => query.toString());
  expect(lists).toEqual([`schema=${schemaId}&limit=50&offset=0`]);
  expect(searches()).toEqual([]);
});

test('a search that this API does not have falls back to the list, and the log says so', async () => {
  const log = vi.spyOn(console, 'info').mockReturnValue();
  const { asked } = visit({
    'POST /api/records/search/': () => ({ status: 405, body: { detail: 'Method not allowed' } }),
    'GET /api/records/': () => page(sealed),
  });
  await screen.findByText('Showing 1-3 of 3');
  expect(log).toHaveBeenCalledWith(expect.stringContaining('not available on API'));
  expect(asked('GET /api/records/')).toHaveLength(1);
});
