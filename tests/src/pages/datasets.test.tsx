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
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a new Dataset' }));
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

const gone = () => ({ status: 404, body: { detail: 'It is gone.' } });

test.each([
  ['/datasets', 'GET /api/datasets/', 'Datasets not found', 'Sign in with another account', '/logout'],
  [at, `GET ${dataset.url}`, 'Dataset not found', 'All datasets', '/datasets'],
  [at, 'GET /api/schemas/', 'Schemas not found', 'All datasets', '/datasets'],
  [`${at}/schemas/create`, `GET ${dataset.url}`, 'Dataset not found', 'All datasets', '/datasets'],
  [`${at}/schemas/${schema.id}`, `GET ${schema.url}`, 'Schema not found', 'Back to the dataset', at],
  [`${at}/schemas/${schema.id}/records`, `GET ${schema.url}`, 'Schema Not Found', 'Back to the dataset', at],
  [
    `${at}/schemas/${schema.id}/permissions`,
    `GET ${schema.url}`,
    'Schema Not Found',
    'Back to the dataset',
    at,
  ],
])('%s without %s says so and leads on', async (path, call, title, way, to) => {
  openConsole(path, {
    ...full,
    [`GET ${schema.url}teams/`]: gone,
    [call]: gone,
  });
  expect(await screen.findByRole('heading', { name: title }, { timeout: 5000 })).toBeDefined();
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: way }).getAttribute('href')).toBe(to);
});

test('what was here a moment ago isn’t shown once the service says that it is gone', async () => {
  let there = true;
  const { heading, client } = openConsole(at, {
    ...full,
    [`GET ${dataset.url}`]: () => (there ? { body: dataset } : gone()),
  });
  await heading('People');
  there = false;
  await client.invalidateQueries();
  expect(await screen.findByRole('heading', { name: 'Dataset not found' })).toBeDefined();
});

test('a schema that no fields can be counted in has an unknown number, and the others keep theirs', async () => {
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

test('a long list of allowed values shows its beginning, and the rest at a press', async () => {
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

const many = Array.from({ length: 25 }, (_, count) => ({
  ...dataset,
  id: `d${count}`,
  name: `Set ${count}`,
  schema_count: count === 7 ? 1 : 0,
}));
const crowded: World = { ...full, 'GET /api/datasets/': () => ({ body: many }) };
const sidebar = () => within(screen.getByRole('navigation', { name: 'Main' }));

test('few datasets need no looking for; of many one is found by its name, in the sidebar and on the page', async () => {
  const { heading, user, place } = openConsole('/datasets', crowded);
  await heading('Datasets');
  await user.type(await sidebar().findByRole('searchbox', { name: 'Find a dataset' }), 'set 17');
  expect(sidebar().getByRole('link', { name: 'Set 17' })).toBeDefined();
  expect(sidebar().queryByRole('link', { name: 'Set 1' })).toBeNull();
  expect(sidebar().getByText('1 of 25').getAttribute('role')).toBe('status');

  const cards = () => within(screen.getByRole('list', { name: 'Datasets' })).getAllByRole('link');
  expect(cards()).toHaveLength(25);
  await user.type(within(screen.getByRole('main')).getByRole('searchbox', { name: 'Find by name' }), '2');
  expect(cards().map(({ textContent }) => textContent)).toContain('Set 12');
  expect(cards()).toHaveLength(8);
  await expect.poll(place).toBe('/datasets?find=2');
});

test('few datasets need no field to find one', async () => {
  const { heading } = openConsole('/datasets', full);
  await heading('Datasets');
  expect(await screen.findByRole('list', { name: 'Datasets' })).toBeDefined();
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('a dataset of the sidebar unfolds to its schemas, by its button and by the arrows', async () => {
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

test('the dataset that one is in is open in the sidebar', async () => {
  const { heading } = openConsole(at, full);
  await heading('People');
  expect((await sidebar().findByRole('link', { name: 'Guests' })).getAttribute('href')).toBe(
    `${at}/schemas/${schema.id}`,
  );
});

test('a phone’s list of datasets stays short, and says where all of them are', async () => {
  const thousand = Array.from({ length: 1000 }, (_, count) => ({
    ...dataset,
    id: `d${count}`,
    name: `Set ${count}`,
  }));
  const { heading, user, place } = openConsole('/datasets/d999', {
    ...full,
    'GET /api/datasets/': () => ({ body: thousand }),
    'GET /api/datasets/d999/': () => ({ body: thousand[999] }),
  });
  await heading('Set 999');
  const choose = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Dataset' });
  expect(choose.selectedOptions[0]?.textContent).toBe('Set 999');
  expect(choose.options.length).toBeLessThan(110);
  await user.selectOptions(choose, 'All 1,000 datasets…');
  await expect.poll(place).toBe('/datasets');
});

test('a dataset with hundreds of schemas shows the first ones and more at a press', async () => {
  const schemas = Array.from({ length: 150 }, (_, count) => ({
    ...schema,
    id: `s${count}`,
    name: `Table ${count}`,
  }));
  const { heading, user } = openConsole(at, { ...full, 'GET /api/schemas/': () => ({ body: schemas }) });
  await heading('People');
  await screen.findByRole('row', { name: /Table 99/ });
  expect(screen.queryByRole('row', { name: /Table 149/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show 50 more' }));
  expect(screen.getByRole('row', { name: /Table 149/ })).toBeDefined();
  await user.type(
    within(screen.getByRole('main')).getByRole('searchbox', { name: 'Find a schema' }),
    'table 42',
  );
  expect(screen.getAllByRole('row')).toHaveLength(2);
});

test('a new schema starts from a sample that can be created as it is', async () => {
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
])('a schema that can’t be created is not sent, and shows where: %s', async (text, where) => {
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
