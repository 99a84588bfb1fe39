/** Removing a person from an organization. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { openConsole } from '#tests/src/support/console.tsx';
import { organization } from '#tests/src/support/people.ts';
import { alan, grace } from '#tests/src/support/team.ts';
import { teamsReply } from '#tests/src/support/teams.ts';
import { openUsers, ownersWorld, row, seenBy } from '#tests/src/support/usersPage.ts';

const remove = async (user: ReturnType<typeof openConsole>['user'], email: string) => {
  await user.click(await screen.findByRole('button', { name: `Remove ${email}` }));
  return within(await screen.findByRole('dialog', { name: 'Remove user?' }));
};
const listed = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('removing the last data owner of a schema shows a warning', async () => {
  const { user } = openUsers({
    ...ownersWorld,
    [`GET ${organization.url}teams/`]: () => ({ body: teamsReply([alan.user], [alan.user]) }),
  });
  const dialog = await remove(user, 'alan@example.org');
  await dialog.findByText(/They leave 2 teams/);
  expect(listed('No one else is on these teams of data owners')).toEqual(['People Data Owners']);
});

test('a refused removal is shown in the dialog, which stays open', async () => {
  const { user } = openUsers({
    ...ownersWorld,
    [`GET ${organization.url}teams/`]: () => ({ body: [] }),
    [`DELETE ${alan.url}`]: () => ({ status: 404, body: { detail: 'User not found' } }),
  });
  const dialog = await remove(user, 'alan@example.org');
  expect(await dialog.findByText('They are on no team: there is no key to renew.')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await dialog.findByText('Failed to remove user. User not found')).toBeDefined();
});

test.each([
  ['an admin removes neither themselves nor the owner', grace, ['alan@example.org']],
  ['a member can remove no person', alan, []],
])('%s; an invitation is revoked instead', async (_who, viewer, removable) => {
  openUsers(seenBy(viewer));
  await row('mary@example.org');
  if (viewer === grace) await screen.findByRole('button', { name: 'Invitation of mary@example.org' });
  const buttons = screen.queryAllByRole('button', { name: /^Remove/ });
  expect(buttons.map(({ ariaLabel }) => ariaLabel)).toEqual(removable.map((email) => `Remove ${email}`));
});
