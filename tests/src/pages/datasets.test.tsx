/** Datasets and schemas, from the welcome to the table of fields. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole, type World } from '#tests/src/support/console.tsx';
import { adasWorld, organization } from '#tests/src/support/people.ts';

const time = '2026-01-01T00:00:00Z';
const dataset = {
  id: '6666666666666666666666',
  url: '/api/datasets/6666666666666666666666/',
  organization: organization.url,
  name: 'People',
  slug: 'people',
  description: 'Everybody who came',
  created: time,
};
const schema = {
  id: '7777777777777777777777',
  url: '/api/schemas/7777777777777777777777/',
  dataset: dataset.url,
  name: 'Guests',
  slug: 'guests',
  description: '',
  schema: {
    type: 'object',
    properties: {
      role: { type: 'string', enum: ['fellow', 'guest'] },
      age: { type: 'integer', minimum: 1, maximum: 100 },
    },
    required: ['age'],
  },
  key_checks: null,
  permissions: { can_search: true, can_upload: true, can_decrypt: true, can_share_keys: true },
  created: time,
};
const full: World = {
  ...adasWorld,
  'GET /api/datasets/': () => ({ body: [{ ...dataset, schema_count: 1 }] }),
  'GET /api/schemas/': () => ({ body: [schema] }),
  [`GET ${dataset.url}`]: () => ({ body: dataset }),
  [`GET ${schema.url}`]: () => ({ body: schema }),
};
const at = `/datasets/${dataset.id}`;

test('an organization without datasets is welcomed with three ways to start', async () => {
  const { heading } = openConsole('/datasets', adasWorld);
  await heading('Datasets');
  expect(await screen.findByText('Welcome, Ada!')).toBeDefined();
  for (const name of ['Download the proxy', 'Sample datasets', 'Getting-started guide'])
    expect(screen.getByRole('link', { name })).toBeDefined();
});

test('a dataset’s card counts its schemas', async () => {
  const { heading } = openConsole('/datasets', full);
  await heading('Datasets');
  const cards = await screen.findByRole('list', { name: 'Datasets' });
  expect(within(cards).getByRole('link', { name: 'People' }).getAttribute('href')).toBe(at);
  expect(await within(cards).findByText('1 schema')).toBeDefined();
});

test('a new dataset belongs to the organization; a refusal is said in the dialog', async () => {
  let taken = true;
  const { heading, user, sent } = openConsole('/datasets', {
    ...adasWorld,
    'POST /api/datasets/': () =>
      taken ? { status: 400, body: { detail: 'This name is taken.' } } : { status: 201, body: dataset },
  });
  await heading('Datasets');
  await user.click(await screen.findByRole('button', { name: 'Create Dataset' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add a new Dataset' }));
  expect(dialog.getByText('Give your dataset a name')).toBeDefined();
  await user.type(dialog.getByLabelText('Name'), 'People');
  await user.click(dialog.getByRole('button', { name: 'Create Dataset' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('This name is taken.');
  taken = false;
  await user.click(dialog.getByRole('button', { name: 'Create Dataset' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
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

test('the list of schemas has no page of its own: the dataset is it', async () => {
  const { heading, place } = openConsole(`${at}/schemas`, full);
  await heading('People');
  expect(place()).toBe(at);
});

test('a schema shows each field’s type, values and constraints, and where it belongs', async () => {
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

test('a schema that isn’t there is not found', async () => {
  const missing = () => ({ status: 404, body: { detail: 'Schema not found' } });
  openConsole(`${at}/schemas/${schema.id}`, { ...full, [`GET ${schema.url}`]: missing });
  expect(await screen.findByRole('heading', { name: 'Schema not found' }, { timeout: 5000 })).toBeDefined();
});

test('a new schema starts from a sample that can be created as it is', async () => {
  const { heading, user, sent, place } = openConsole(`${at}/schemas/create`, {
    ...full,
    'POST /api/schemas/': () => ({ status: 201, body: schema }),
  });
  await heading('Add Schema');
  await user.type(screen.getByLabelText('Name'), 'Guests');
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
])('a schema that can’t be created is not sent, and shows where: %s', async (text, where) => {
  const { heading, user, sent } = openConsole(`${at}/schemas/create`, full);
  await heading('Add Schema');
  await user.type(screen.getByLabelText('Name'), 'Guests');
  const editor = screen.getByLabelText('JSON Schema');
  await user.clear(editor);
  await user.click(editor);
  await user.paste(text);
  await user.click(screen.getByRole('button', { name: 'Create' }));
  expect(
    await screen.findByText('JSON schema is invalid. Please correct the errors before submitting.'),
  ).toBeDefined();
  expect(screen.getByText(where)).toBeDefined();
  expect(sent('POST /api/schemas/')).toEqual([]);
});
