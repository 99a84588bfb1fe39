/** The users of an organization, seen by its owner, its admins and its members. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { alan, invitation } from '#tests/src/support/team.ts';
import {
  everybody,
  invitations,
  listOf,
  openUsers,
  ownersWorld,
  row,
  seenBy,
  users,
} from '#tests/src/support/usersPage.ts';

test('a member can’t add users, sees no invitations, and reads whom to ask', async () => {
  const { heading, user, requests } = openUsers(seenBy(alan));
  await heading('Users');
  await row('mary@example.org');
  const button = screen.getByRole('button', { name: 'Add User' });
  expect(button.ariaDisabled).toBe('true');
  await user.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('Only admins add users. Ask one of them.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Invitation of/ })).toBeNull();
  expect(requests.map(({ call }) => call)).not.toContain(`GET ${invitations}`);
});

test('an open invitation is sent again, with its role', async () => {
  const { user, sent } = openUsers({
    ...ownersWorld,
    [`POST ${invitations}`]: () => ({ status: 201, body: invitation }),
  });
  await user.click(await screen.findByRole('button', { name: 'Invitation of mary@example.org' }));
  await user.click(screen.getByRole('button', { name: 'Resend invitation' }));
  expect(await screen.findByText('The invitation has been sent to mary@example.org again')).toBeDefined();
  expect(sent(`POST ${invitations}`)).toEqual([{ email: 'mary@example.org', is_admin: false }]);
});

test('an invitation that no mail server sends is in the outbox, and is not called sent', async () => {
  const { user } = openUsers({
    ...ownersWorld,
    'GET /api/status/': () => ({ body: { status: 'ok', api_version: 1, behind_proxy: true, outbox: true } }),
    [`POST ${invitations}`]: () => ({ status: 201, body: invitation }),
  });
  await user.click(await screen.findByRole('button', { name: 'Invitation of mary@example.org' }));
  await user.click(screen.getByRole('button', { name: 'Resend invitation' }));
  const text = 'The invitation to mary@example.org is in the outbox of this machine again';
  expect(await screen.findByText(text)).toBeDefined();
});

test('an invitation is revoked after a confirmation, and the person leaves the list', async () => {
  let revoked = false;
  const { user, sent } = openUsers({
    ...ownersWorld,
    [`GET ${users}`]: (request) => listOf(revoked ? everybody.slice(0, 3) : everybody)(request),
    [`DELETE ${invitation.url}`]: () => {
      revoked = true;
      return { status: 204 };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Invitation of mary@example.org' }));
  await user.click(screen.getByRole('button', { name: 'Revoke invitation' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Revoke invitation?' }));
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(dialog.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('The invitation of mary@example.org has been revoked')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('row', { name: /mary/ })).toBeNull());
  expect(sent(`DELETE ${invitation.url}`)).toHaveLength(1);
});
