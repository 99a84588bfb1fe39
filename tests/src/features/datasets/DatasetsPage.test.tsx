/** Datasets and schemas, from the welcome note to the table of fields. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole } from '#tests/src/support/console.tsx';
import { at, dataset, full, schema } from '#tests/src/support/datasets.ts';
import { adasWorld, organization } from '#tests/src/support/people.ts';

test('an organization without datasets shows a welcome note with three links', async () => {
  const { heading } = openConsole('/datasets', adasWorld);
  await heading('Datasets');
  expect(await screen.findByText('Welcome, Ada!')).toBeDefined();
  for (const name of ['Download the proxy', 'Sample datasets', 'Getting-started guide'])
    expect(screen.getByRole('link', { name })).toBeDefined();
});

test('a dataset’s card shows the number of its schemas', async () => {
  const { heading } = openConsole('/datasets', full);
  await heading('Datasets');
  const cards = await screen.findByRole('list', { name: 'Datasets' });
  expect(within(cards).getByRole('link', { name: 'People' }).getAttribute('href')).toBe(at);
  expect(await within(cards).findByText('1 schema')).toBeDefined();
});

test('a new dataset is created in the organization, and a refusal is shown in the dialog', async () => {
  let taken = true;
  const { heading, user, sent } = openConsole('/datasets', {
    ...adasWorld,
    'POST /api/datasets/': () =>
      taken ? { status: 400, body: { detail: 'This name is taken.' } } : { status: 201, body: dataset },
  });
  await heading('Datasets');
  await user.click(await screen.findByRole('button', { name: 'Create Dataset' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a new Dataset' }));
  expect(dialog.getByText('Give your dataset a name')).toBeDefined();
  await user.type(dialog.getByLabelText('Name'), 'People');
  await user.click(dialog.getByRole('button', { name: 'Create Dataset' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('This name is taken.');
  taken = false;
  await user.click(dialog.getByRole('button', { name: 'Create Dataset' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('POST /api/datasets/').at(-1)).toEqual({
    name: 'People',
    description: '',
    organization: organization.id,
  });
});

test('a dataset lists its schemas with their number of fields', async () => {
  const { heading } = openConsole(at, full);
  await heading('People');
  const row = within(await screen.findByRole('row', { name: /Guests/ }));
  expect(row.getByRole('cell', { name: '2' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Create Schema' }).getAttribute('href')).toBe(
    `${at}/schemas/create`,
  );
});

test('the path of the schema list redirects to the dataset', async () => {
  const { heading, place } = openConsole(`${at}/schemas`, full);
  await heading('People');
  expect(place()).toBe(at);
});

test('a schema shows each field’s type, values and constraints, and its breadcrumb', async () => {
  const { heading } = openConsole(`${at}/schemas/${schema.id}`, full);
  await heading('Guests');
  const texts = (name: RegExp) =>
    within(screen.getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(texts(/^role/)).toEqual(['string', 'No', 'fellow, guest', 'None']);
  expect(texts(/^age/)).toEqual(['integer', 'Yes', 'Any', 'maximum 100, minimum 1, precision 0']);
  const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
  expect(trail.getByRole('link', { name: 'People' })).toBeDefined();
});

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

test('a schema whose fields can’t be counted shows "Unknown", without affecting the others', async () => {
  const odd = {
    ...schema,
    id: '8888888888888888888888',
    name: 'Odd',
    schema: { type: 'object', properties: null },
  };
  const { heading } = openConsole(at, { ...full, 'GET /api/schemas/': () => ({ body: [schema, odd] }) });
  await heading('People');
  const count = async (name: RegExp) =>
    within(await screen.findByRole('row', { name }))
      .getAllByRole('cell')
      .at(-1)?.textContent;
  expect(await count(/Odd/)).toBe('Unknown');
  expect(await count(/Guests/)).toBe('2');
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

test('a new schema starts with a sample that can be created unchanged', async () => {
  const { heading, user, sent, place } = openConsole(`${at}/schemas/create`, {
    ...full,
    'POST /api/schemas/': () => ({ status: 201, body: schema }),
  });
  await heading('Add Schema');
  await user.type(await screen.findByLabelText('Name'), 'Guests');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await heading('People');
  expect(place()).toBe(at);
  expect(sent('POST /api/schemas/')).toEqual([
    {
      name: 'Guests',
      description: '',
      dataset: dataset.id,
      schema: {
        type: 'object',
        properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 1, maximum: 100 } },
        required: ['name', 'age'],
      },
    },
  ]);
});

test.each([
  ['{"type": "object",\n  oops}', 'Line 2, column 3'],
  [
    '{"type":"object","properties":{"age":{"type":"number"}}}',
    '"age": every number needs "minimum" and "maximum"',
  ],
])('an invalid schema is not sent, and its error is located: %s', async (text, where) => {
  const { heading, user, sent } = openConsole(`${at}/schemas/create`, full);
  await heading('Add Schema');
  await user.type(await screen.findByLabelText('Name'), 'Guests');
  await user.click(await screen.findByRole('button', { name: 'Use plain text' }));
  const editor = screen.getByLabelText('JSON Schema');
  await user.clear(editor);
  await user.click(editor);
  await user.paste(text);
  await user.click(screen.getByRole('button', { name: 'Create' }));
  expect(
    await screen.findByText('JSON schema is invalid. Please correct the errors before submitting.'),
  ).toBeDefined();
  expect(await screen.findByText(where)).toBeDefined();
  expect(sent('POST /api/schemas/')).toEqual([]);
});
