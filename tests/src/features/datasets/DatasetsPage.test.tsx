/** Datasets and schemas, from the welcome note to the table of fields. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole } from '#tests/src/support/console.tsx';
import { at, dataset, full, schema } from '#tests/src/support/datasets.ts';

const gone = () => ({ status: 404, body: { detail: 'It is gone.' } });

test.each([
  ['/datasets', 'GET /api/datasets/', 'Datasets not found', 'Sign in with another account', '/logout'],
  [at, `GET ${dataset.url}`, 'Datasets not found', 'All datasets', '/datasets'],
  [at, 'GET /api/schemas/', 'Schemas not found', 'All datasets', '/datasets'],
  [`${at}/schemas/create`, `GET ${dataset.url}`, 'Datasets not found', 'All datasets', '/datasets'],
  [`${at}/schemas/${schema.id}`, `GET ${schema.url}`, 'Schema not found', 'Back to the dataset', at],
  [`${at}/schemas/${schema.id}/records`, `GET ${schema.url}`, 'Schema Not Found', 'Back to the dataset', at],
  [
    `${at}/schemas/${schema.id}/permissions`,
    `GET ${schema.url}`,
    'Schema Not Found',
    'Back to the dataset',
    at,
  ],
])('%s shows an error with a link if %s answers 404', async (path, call, title, way, to) => {
  openConsole(path, {
    ...full,
    [`GET ${schema.url}teams/`]: gone,
    [call]: gone,
  });
  expect(await screen.findByRole('heading', { name: title })).toBeDefined();
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: way }).getAttribute('href')).toBe(to);
});

test('a dataset that the service no longer has is not shown from the cache', async () => {
  let there = true;
  const { heading, client } = openConsole(at, {
    ...full,
    [`GET ${dataset.url}`]: () => (there ? { body: dataset } : gone()),
  });
  await heading('People');
  there = false;
  await client.invalidateQueries();
  expect(await screen.findByRole('heading', { name: 'Datasets not found' })).toBeDefined();
});

test('a long list of allowed values shows the first ones, and the rest on demand', async () => {
  const states = Array.from({ length: 50 }, (_, count) => `state ${count}`);
  const long = {
    ...schema,
    schema: { type: 'object', properties: { state: { type: 'string', enum: states } } },
  };
  const { heading, user } = openConsole(`${at}/schemas/${schema.id}`, {
    ...full,
    [`GET ${schema.url}`]: () => ({ body: long }),
  });
  await heading('Guests');
  expect(screen.getByText(/state 0, state 1,/)).toBeDefined();
  const more = screen.getByText('and 38 more');
  await user.click(more);
  expect(more.closest('details')?.textContent).toContain('state 49');
});
