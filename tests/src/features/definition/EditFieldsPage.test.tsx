/** The form that edits the fields of a schema with records, and what each change requires. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole, type World } from '#tests/src/support/console.tsx';
import { at, full, schema } from '#tests/src/support/datasets.ts';
import { ada, organization } from '#tests/src/support/people.ts';

const path = `${at}/schemas/${schema.id}`;
const job = `/api/schemas/${schema.id}/definition-job/`;
const world = (answers: World = {}, hasRecords = true): World => ({
  ...full,
  [`GET ${schema.url}teams/`]: () => ({ body: [] }),
  [`POST ${schema.url}definition-check/`]: () => ({
    body: { kind: 'same', changes: [], has_records: hasRecords },
  }),
  ...answers,
});

async function open(answers: World = {}, hasRecords = true) {
  const console = openConsole(path, world(answers, hasRecords));
  await console.heading('Guests');
  await console.user.click(await screen.findByRole('button', { name: 'Edit Fields' }));
  await console.heading('Edit Fields');
  const age = within(await screen.findByRole('listitem', { name: 'age' }));
  const type = async (label: string, text: string) => {
    await console.user.clear(age.getByLabelText(label));
    await console.user.type(age.getByLabelText(label), text);
  };
  const changes = () => age.queryByRole('list', { name: 'Changes of age' })?.textContent ?? '';
  return { ...console, age, type, changes };
}
const save = () => screen.getByRole('button', { name: /^Save Fields/ });

test('saves wider limits, and shows what each change requires', async () => {
  const { type, changes, user, sent, place } = await open({
    [`PATCH ${schema.url}`]: () => ({ body: schema }),
    [`GET ${job}`]: () => ({ body: { status: 'running', processed: 0, total: 10 } }),
  });
  await screen.findByText(/limits can only be widened/);
  await type('To', '200');
  expect(changes()).toBe('PossibleHighest value');
  await type('From', '-5');
  expect(changes()).toBe('New indexLowest valuePossibleHighest value');
  await screen.findByText(/rebuilds the index/);
  await user.click(save());
  await waitFor(() => expect(place()).toBe(path));
  const age = { type: 'integer', minimum: -5, maximum: 200 };
  expect(sent(`PATCH ${schema.url}`)).toEqual([
    { schema: { ...schema.schema, properties: { ...schema.schema.properties, age } } },
  ]);
});

/** A team of Ada's and two others. */
const team = {
  ...{ id: 't'.repeat(22), url: `/api/teams/${'t'.repeat(22)}/`, name: 'Guests Data Owners', slug: 'owners' },
  ...{ organization: organization.url, schema: schema.url, role: 'owners' },
  members: [ada.id, '2'.repeat(22), '3'.repeat(22)].map((id) => `/api/users/${id}/`),
};

test('a new field says that the keys will be renewed, and for how many people', async () => {
  const { user, sent, place } = await open({
    [`GET ${schema.url}teams/`]: () => ({ body: [team] }),
    [`PATCH ${schema.url}`]: () => ({ body: schema }),
  });
  await user.click(screen.getByRole('button', { name: 'Add field' }));
  const name = await screen.findByRole('textbox', { name: 'Name' });
  expect(document.activeElement).toBe(name);
  expect(save().getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('age');
  // At the field, and at the button that saves.
  expect(await screen.findAllByText('Another field is already called age.')).toHaveLength(2);
  await user.keyboard('_group');
  const group = within(screen.getByRole('listitem', { name: 'age_group' }));
  expect(group.getByRole('list', { name: 'Changes of age_group' }).textContent).toMatch(/^New keysField: /);
  await user.selectOptions(group.getByRole('combobox', { name: 'Type' }), 'Choices');
  await user.type(group.getByLabelText('Choices, one per line'), 'young{Enter}old');
  await screen.findByText(/^2 people receive the new keys: those whom your proxy knows at once/);
  await user.click(save());
  await waitFor(() => expect(place()).toBe(path));
  const age_group = { type: 'string', enum: ['young', 'old'] };
  expect(sent(`PATCH ${schema.url}`)).toEqual([
    { schema: { ...schema.schema, properties: { ...schema.schema.properties, age_group } } },
  ]);
});

test('removing a new field leaves nothing to save, and focuses the button', async () => {
  const { user } = await open();
  const add = screen.getByRole('button', { name: 'Add field' });
  await user.click(add);
  await user.keyboard('note');
  await user.click(screen.getByRole('button', { name: 'Remove note' }));
  expect(screen.queryByRole('listitem', { name: 'note' })).toBeNull();
  expect(document.activeElement).toBe(add);
  expect(save().getAttribute('aria-disabled')).toBe('true');
});

test('narrower limits name the reason and are not sent', async () => {
  const { type, changes, user, sent } = await open();
  await type('To', '100');
  expect(changes()).toMatch(/^Not possibleHighest value: Stored records may have values/);
  expect(save().getAttribute('aria-disabled')).toBe('true');
  await user.click(save());
  expect(sent(`PATCH ${schema.url}`)).toEqual([]);
});

test('without records every change is possible', async () => {
  const { type, changes, user, place } = await open(
    { [`PATCH ${schema.url}`]: () => ({ body: schema }) },
    false,
  );
  await screen.findByText(/every change is possible/);
  await type('To', '100');
  expect(changes()).toBe('PossibleHighest value');
  await user.click(save());
  await waitFor(() => expect(place()).toBe(path));
});

test('a new index shows its progress, and can be stopped', async () => {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  /** The answer comes when the change is ended. */
  const refused = async () => {
    await ended;
    return { status: 409, body: { detail: 'The change was ended. Schema and index are as they were.' } };
  };
  const { type, user, sent } = await open({
    [`PATCH ${schema.url}`]: refused as unknown as World[string],
    [`GET ${job}`]: () => ({ body: { status: 'running', processed: 3, total: 10 } }),
    [`DELETE ${job}`]: () => {
      end();
      return { status: 204 };
    },
  });
  await type('From', '-5');
  await user.click(save());
  const bar = await screen.findByRole('progressbar', { name: 'New index' });
  await waitFor(() => expect(bar.getAttribute('aria-valuetext')).toBe('3 records of 10 records'));
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await screen.findByText(/The change was ended/);
  expect(sent(`DELETE ${job}`)).toHaveLength(1);
});

test('people who are not admins see why they can’t edit fields', async () => {
  const owner = { ...organization.owner.organization_user, user: '2'.repeat(22) };
  const elsewhere = { ...organization, owner: { id: 'o', organization_user: owner } };
  const { heading } = openConsole(path, {
    ...world(),
    'GET /api/users/self/': () => ({ body: { ...ada, organizations: [elsewhere] } }),
    [`GET ${organization.url}users/`]: () => ({ body: [{ ...owner, user: ada.id, is_admin: false }] }),
  });
  await heading('Guests');
  const button = await screen.findByRole('button', { name: /Edit Fields/ });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
});
