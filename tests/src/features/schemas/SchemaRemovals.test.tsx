/** The progress of a deleted schema's removal on its dataset's page. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SchemaRemoval } from '@cloakroom/contract/schemaRemovals.ts';
import { openConsole } from '#tests/src/support/console.tsx';
import { at, dataset, full, schema } from '#tests/src/support/datasets.ts';
import { ada, organization } from '#tests/src/support/people.ts';

const path = `GET ${organization.url}schema-removals/`;
const removal: SchemaRemoval = {
  id: '8888888888888888888888',
  organization: organization.url,
  dataset: dataset.url,
  name: 'Guests',
  records: 1_000_000,
  remaining: 0.655,
  since: '2026-11-25T10:00:00Z',
};
const line = /^Deleting/;

test('shows the progress of deleting a schema’s records, until it is finished', async () => {
  let removals: SchemaRemoval[] = [];
  const { user, heading } = openConsole(`${at}/schemas/${schema.id}`, {
    ...full,
    [path]: () => ({ body: removals }),
    [`GET ${schema.url}teams/`]: () => ({ body: [] }),
    'GET /api/schemas/': () => ({ body: removals.length > 0 ? [] : [schema] }),
    'GET /api/records/': () => ({ body: { count: 1_000_000 } }),
    [`DELETE ${schema.url}`]: () => {
      const elsewhere = { ...removal, id: '9'.repeat(22), dataset: `/api/datasets/${'9'.repeat(22)}/` };
      removals = [removal, elsewhere];
      return { status: 204 };
    },
  });
  await heading('Guests');
  await user.click(await screen.findByRole('button', { name: 'Delete Schema' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), 'Guests');
  await user.click(dialog.getByRole('button', { name: 'Delete Schema' }));
  await heading('People');
  expect((await screen.findByText(line)).textContent).toBe(
    'Deleting 1,000,000 records of “Guests”: 34 % done',
  );
  const bar = screen.getByRole('progressbar', { name: 'Deleting Guests' });
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuetext')]).toEqual(['34', '34 %']);

  // The index is still being removed.
  removals = [{ ...removal, remaining: 0 }];
  await screen.findByText('Deleting 1,000,000 records of “Guests”: 99 % done', {}, { timeout: 3_000 });
  removals = [];
  await waitFor(() => expect(screen.queryByText(line)).toBeNull(), { timeout: 3_000 });
});

test('a schema that had only unfinished uploads is named without a number', async () => {
  openConsole(at, { ...full, [path]: () => ({ body: [{ ...removal, records: 0, remaining: 1 }] }) });
  expect((await screen.findByText(line)).textContent).toBe('Deleting “Guests”: 0 % done');
});

test('people who may not delete schemas don’t ask for it', async () => {
  const owner = { ...organization.owner.organization_user, user: '2'.repeat(22) };
  const elsewhere = { ...organization, owner: { id: 'o', organization_user: owner } };
  const { heading, sent } = openConsole(at, {
    ...full,
    'GET /api/users/self/': () => ({ body: { ...ada, organizations: [elsewhere] } }),
    [`GET ${organization.url}users/`]: () => ({ body: [{ ...owner, user: ada.id, is_admin: false }] }),
  });
  await heading('People');
  await screen.findAllByRole('link', { name: 'Guests' });
  expect(sent(path)).toEqual([]);
});
