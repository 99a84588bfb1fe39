/** Further teams: made, renamed and deleted on the permissions page, and allowed to store records. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Grant } from '@cloakroom/contract/grants.ts';
import type { Team } from '@cloakroom/contract/teams.ts';
import { box, button, calls, confirm, openPermissions, teamWorld } from '#tests/src/support/permissions.tsx';
import { organization } from '#tests/src/support/people.ts';
import { schema } from '#tests/src/support/records.ts';
import { alan, owner } from '#tests/src/support/team.ts';
import { grantsWith, teamsReply } from '#tests/src/support/teams.ts';

const id = 't9999999999999999999999';
const team = (name: string, members: Team['members'] = []): Team => ({
  ...teamsReply([], [])[1]!,
  id,
  url: `/api/teams/${id}/`,
  role: 'custom',
  name,
  members,
});
const grant = (can_create_records = false): Grant => ({
  ...grantsWith([])[1]!,
  id: 'g9',
  url: '/api/grants/g9/',
  teams: [`/api/teams/${id}/`],
  can_create_records,
});

/** The permissions page with a fake server that has an additional team, or none. */
async function open(first: Team | null) {
  const { world } = teamWorld([owner.user as (typeof alan)['user']]);
  const state = { team: first, stores: false };
  const opened = await openPermissions({
    ...world,
    [calls.teams]: () => ({ body: [...teamsReply([owner.user], []), ...(state.team ? [state.team] : [])] }),
    [calls.grants]: () => ({ body: [...grantsWith([]), ...(state.team ? [grant(state.stores)] : [])] }),
    [`POST ${organization.url}teams/`]: ({ body }) => {
      state.team = team((body as { name: string }).name);
      return { status: 201, body: state.team };
    },
    [`PATCH /api/teams/${id}/`]: ({ body }) => {
      state.team = { ...state.team!, ...(body as { name: string }) };
      return { body: state.team };
    },
    [`DELETE /api/teams/${id}/`]: () => {
      state.team = null;
      return { status: 204 };
    },
    'PATCH /api/grants/g9/': ({ body }) => {
      state.stores = (body as { can_create_records: boolean }).can_create_records;
      return { body: grant(state.stores) };
    },
  });
  await box('alan@example.org');
  return opened;
}
const heading = (name: string) => screen.findByRole('heading', { level: 2, name: new RegExp(`^${name}`) });

test('creates a team with a name, and lists it with its own fields', async () => {
  const { user, sent } = await open(null);
  await user.click(button('New Team'));
  const asked = await screen.findByRole('dialog', { name: 'Add a new team' });
  await user.type(within(asked).getByRole('textbox', { name: /^Name/ }), 'Auditors');
  await user.click(within(asked).getByRole('button', { name: 'Create Team' }));
  await user.click(within(await heading('Auditors')).getByRole('button'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent(`POST ${organization.url}teams/`)).toEqual([{ schema: schema.id, name: 'Auditors' }]);
  expect(screen.getByRole('group', { name: 'Fields that Auditors may decrypt' })).toBeDefined();
});

test('does not create a team without a name, and says why', async () => {
  const { user, sent } = await open(null);
  await user.click(button('New Team'));
  const asked = await screen.findByRole('dialog', { name: 'Add a new team' });
  await user.click(within(asked).getByRole('button', { name: 'Create Team' }));
  expect(await within(asked).findByText('Name is required.')).toBeDefined();
  expect(sent(`POST ${organization.url}teams/`)).toEqual([]);
});

test('a team is renamed', async () => {
  const { user } = await open(team('Auditors'));
  await user.click(within(await heading('Auditors')).getByRole('button'));
  await user.click(button('Rename Auditors'));
  const asked = await screen.findByRole('dialog', { name: 'Rename Auditors' });
  const name = within(asked).getByRole('textbox', { name: /^Name/ });
  await user.clear(name);
  await user.type(name, 'Reviewers');
  await user.click(within(asked).getByRole('button', { name: 'Rename Team' }));
  expect(await heading('Reviewers')).toBeDefined();
});

test('a team is deleted after a dialog that says what its members lose', async () => {
  const { user } = await open(team('Auditors', [alan.user]));
  await user.click(within(await heading('Auditors')).getByRole('button'));
  await user.click(button('Delete Auditors'));
  const asked = await screen.findByRole('dialog', { name: 'Delete Auditors?' });
  expect(asked.textContent).toContain('1 member loses at once');
  await user.click(within(asked).getByRole('button', { name: 'Delete Team' }));
  expect(await screen.findByText('Deleted Auditors.')).toBeDefined();
  expect(screen.queryByRole('heading', { name: /^Auditors/ })).toBeNull();
});

test('additional grants of a team are removed after a dialog that says what they give', async () => {
  const { world } = teamWorld([owner.user as (typeof alan)['user']]);
  const first = team('Auditors', [alan.user]);
  const more = ['g10', 'g11'].map((one) => ({
    ...grant(),
    id: one,
    url: `/api/grants/${one}/`,
    field_names: { __query: true, age: true } as const,
  }));
  const present = new Set(more.map(({ id: one }) => one));
  const remove = (one: string) => () => {
    present.delete(one);
    return { status: 204 };
  };
  const { user } = await openPermissions({
    ...world,
    [calls.teams]: () => ({ body: [...teamsReply([owner.user], []), first] }),
    [calls.grants]: () => ({
      body: [...grantsWith([]), grant(), ...more.filter(({ id: one }) => present.has(one))],
    }),
    'DELETE /api/grants/g10/': remove('g10'),
    'DELETE /api/grants/g11/': remove('g11'),
  });
  await user.click(within(await heading('Auditors')).getByRole('button'));
  expect(
    screen.getByText(/Additional grants, created through the API, also let members search and decrypt age\./),
  ).toBeDefined();
  await user.click(button('Remove additional grants from Auditors'));
  const asked = await screen.findByRole('dialog', { name: 'Remove 2 additional grants from Auditors?' });
  await user.click(within(asked).getByRole('button', { name: 'Remove Grants' }));
  expect(await screen.findByText('Removed 2 additional grants from Auditors.')).toBeDefined();
  expect(present.size).toBe(0);
  expect(screen.queryByText(/^Additional grants/)).toBeNull();
});

test('the teams of a new schema can be neither renamed nor deleted', async () => {
  await open(null);
  expect(screen.queryByRole('button', { name: /^(Rename|Delete) / })).toBeNull();
});

test('permits storing after a review that says which keys it requires', async () => {
  const { user, sent } = await open(team('Feeders', [alan.user]));
  await user.click(within(await heading('Feeders')).getByRole('button'));
  await user.click(screen.getByRole('checkbox', { name: /^Members may store records/ }));
  const review = await confirm(user);
  expect(within(review).getByRole('list', { name: 'Storing, Feeders' }).textContent).toContain(
    'may store records',
  );
  expect(sent('PATCH /api/grants/g9/')).toEqual([{ can_create_records: true }]);
  await user.click(within(review).getByText('Close', { selector: 'button' }));
  const readers = screen.getByRole('region', { name: 'Who can read this' });
  expect(readers.textContent).toContain(
    'alan@example.org: nothing, but search, count and sum; they store records, and hold every key for that.',
  );
});
