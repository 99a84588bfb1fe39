/** Renaming and deleting datasets on their page and in the list. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole, type World } from '#tests/src/support/console.tsx';
import { at, dataset, full, schema } from '#tests/src/support/datasets.ts';
import { asMember, organization } from '#tests/src/support/people.ts';

const empty: World = { [`GET ${organization.url}schema-removals/`]: () => ({ body: [] }) };
const second = { ...schema, id: '8'.repeat(22), url: `/api/schemas/${'8'.repeat(22)}/`, name: 'Visits' };
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

/** A service with a dataset of two schemas, which counts 1,200 records in each of them. */
function serviceOf(answers: World = {}) {
  let schemas = [schema, second];
  let isThere = true;
  const removeSchema = (id: string) => () => {
    schemas = schemas.filter((each) => each.id !== id);
    return { status: 204 };
  };
  const world: World = {
    ...full,
    ...empty,
    'GET /api/datasets/': () => ({ body: isThere ? [{ ...dataset, schema_count: schemas.length }] : [] }),
    'GET /api/schemas/': () => ({ body: schemas }),
    'GET /api/records/': () => ({ body: { count: 1200 } }),
    [`DELETE ${schema.url}`]: removeSchema(schema.id),
    [`DELETE ${second.url}`]: removeSchema(second.id),
    [`DELETE ${dataset.url}`]: () => {
      isThere = false;
      return { status: 204 };
    },
    ...answers,
  };
  return world;
}

test('an admin renames a dataset on its page', async () => {
  let name = 'People';
  const { user, heading, sent } = openConsole(at, {
    ...serviceOf(),
    [`GET ${dataset.url}`]: () => ({ body: { ...dataset, name } }),
    [`PATCH ${dataset.url}`]: ({ body }) => {
      ({ name } = body as { name: string });
      return { body: { ...dataset, name } };
    },
  });
  await heading('People');
  await user.click(await screen.findByRole('button', { name: 'Edit Dataset' }));
  const dialog = await dialogOf('Edit Dataset');
  const field = dialog.getByLabelText<HTMLInputElement>('Name');
  expect(field.value).toBe('People');
  await user.clear(field);
  await user.type(field, 'Persons');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await heading('Persons');
  expect(sent(`PATCH ${dataset.url}`)).toEqual([{ name: 'Persons', description: dataset.description }]);
});

test('deleting a dataset shows what goes with it, asks for its name, and deletes its schemas first', async () => {
  const { user, heading, sent } = openConsole(at, serviceOf());
  await heading('People');
  await user.click(await screen.findByRole('button', { name: 'Delete Dataset' }));
  const dialog = await dialogOf('Delete People?');
  expect(await dialog.findByText(/deletes the dataset with 2 schemas and 2,400 records/)).toBeDefined();
  expect(dialog.getByText('Schemas: Guests, Visits.')).toBeDefined();
  const press = dialog.getByRole('button', { name: 'Delete Dataset' });
  expect(press.getAttribute('aria-disabled')).toBe('true');
  await user.type(dialog.getByRole('textbox'), 'People');
  await user.click(press);
  await heading('Datasets');
  expect(await screen.findByText('Deleted People with 2 schemas and 2,400 records.')).toBeDefined();
  const calls = [schema.url, second.url, dataset.url].map((url) => sent(`DELETE ${url}`).length);
  expect(calls).toEqual([1, 1, 1]);
  expect(screen.queryByRole('link', { name: 'People' })).toBeNull();
});

test('the list shows how far the records of a deleted dataset are removed', async () => {
  const removal = {
    id: schema.id,
    organization: organization.url,
    dataset: `/api/datasets/${'9'.repeat(22)}/`,
    name: 'Guests',
    records: 1200,
    remaining: 0.5,
    since: '2026-11-26T10:00:00Z',
  };
  const ofPage = { ...removal, id: second.id, dataset: dataset.url, name: 'Visits' };
  const { heading } = openConsole(
    '/datasets',
    serviceOf({ [`GET ${organization.url}schema-removals/`]: () => ({ body: [removal, ofPage] }) }),
  );
  await heading('Datasets');
  expect(await screen.findByText('Deleting 1,200 records of “Guests”: 50 % done')).toBeDefined();
  expect(screen.queryByText(/“Visits”/)).toBeNull();
});

test('a failure in between is shown, and a second press goes on with what is left', async () => {
  let refusals = 1;
  const world = serviceOf();
  const remove = world[`DELETE ${second.url}`]!;
  const { user, heading, sent } = openConsole(at, {
    ...world,
    [`DELETE ${second.url}`]: (call) =>
      refusals-- > 0 ? { status: 409, body: { detail: 'It is receiving records.' } } : remove(call),
  });
  await heading('People');
  await user.click(await screen.findByRole('button', { name: 'Delete Dataset' }));
  const dialog = await dialogOf('Delete People?');
  await user.type(dialog.getByRole('textbox'), 'People');
  await dialog.findByText(/2 schemas and 2,400 records/);
  await user.click(dialog.getByRole('button', { name: 'Delete Dataset' }));
  expect(await dialog.findByText(/It is receiving records/)).toBeDefined();
  expect(await dialog.findByText(/deletes the dataset with 1 schema and 1,200 records/)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Delete Dataset' }));
  await heading('Datasets');
  expect(sent(`DELETE ${schema.url}`)).toHaveLength(1);
});

test('records of which the admin is no data owner keep the dataset', async () => {
  const permissions = { ...schema.permissions, can_upload: false, can_decrypt: false };
  const { user, heading } = openConsole(
    at,
    serviceOf({ 'GET /api/schemas/': () => ({ body: [schema, { ...second, permissions }] }) }),
  );
  await heading('People');
  await user.click(await screen.findByRole('button', { name: 'Delete Dataset' }));
  const dialog = await dialogOf('Delete People?');
  const reasons = await dialog.findAllByText(
    'Only data owners may delete records. You don’t own those of Visits.',
  );
  expect(reasons.length).toBeGreaterThan(0);
  await user.type(dialog.getByRole('textbox'), 'People');
  expect(dialog.getByRole('button', { name: 'Delete Dataset' }).getAttribute('aria-disabled')).toBe('true');
});

test('an admin deletes a dataset in the list', async () => {
  const { user, heading } = openConsole('/datasets', serviceOf());
  await heading('Datasets');
  await user.click(await screen.findByRole('button', { name: 'Commands for People' }));
  await user.click(await screen.findByRole('button', { name: 'Delete Dataset' }));
  const dialog = await dialogOf('Delete People?');
  await dialog.findByText(/2 schemas and 2,400 records/);
  await user.type(dialog.getByRole('textbox'), 'People');
  await user.click(dialog.getByRole('button', { name: 'Delete Dataset' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.queryAllByText('People')).toEqual([]));
});

test('members who are no admins see why they can neither edit nor delete', async () => {
  const { heading } = openConsole(at, serviceOf(asMember()));
  await heading('People');
  const button = await screen.findByRole('button', { name: 'Delete Dataset' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('Only admins delete datasets. Ask one of them.')).toBeDefined();
  expect(screen.getByText('Only admins edit datasets. Ask one of them.')).toBeDefined();
});
