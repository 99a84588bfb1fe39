/** The users of an organization, seen by its owner, its admins and its members. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { openConsole, World } from '#tests/src/support/console.tsx';
import { alan, grace, invitation } from '#tests/src/support/team.ts';
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

const edit = async (user: ReturnType<typeof openConsole>['user'], email: string) => {
  await user.click(await screen.findByRole('button', { name: `Edit ${email}` }));
  return within(screen.getByRole('dialog', { name: 'Edit User' }));
};

test('the table shows email, status and role', async () => {
  const { heading } = openUsers(ownersWorld);
  await heading('Users');
  expect(screen.getByText('ada@example.org', { selector: 'strong' }).parentElement?.textContent).toBe(
    'Organization Owner: ada@example.org',
  );
  const lines = [
    ['ada@example.org', 'Active', 'Organization Owner'],
    ['grace@example.org', 'Active', 'Organization Admin'],
    ['alan@example.org', 'Active', 'Organization Member'],
    ['mary@example.org', 'Invited', 'Organization Member'],
  ] as const;
  for (const [email, status, role] of lines) {
    const line = await row(email);
    expect(line.getByText(status)).toBeDefined();
    expect(line.getByText(role, { exact: false })).toBeDefined();
  }
});

async function add(answer: World[string], more: World = {}) {
  const opened = openUsers({ ...ownersWorld, [`POST ${invitations}`]: answer, ...more });
  await opened.heading('Users');
  await opened.user.click(screen.getByRole('button', { name: 'Add User' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add User' }));
  return { ...opened, dialog };
}

test('a new user is invited as an admin, and the invitation is confirmed', async () => {
  const { user, dialog, sent } = await add(() => ({ status: 201, body: invitation }));
  expect(document.activeElement).toBe(dialog.getByLabelText('Email'));
  expect(dialog.getByText('Admins manage users, datasets and schemas.')).toBeDefined();
  await user.type(dialog.getByLabelText('Email'), 'eve@example.org');
  await user.click(dialog.getByLabelText('Organization Admin'));
  await user.click(dialog.getByRole('button', { name: 'Add User' }));
  expect(
    await screen.findByText('User created successfully: an invitation has been sent to the user via email.'),
  ).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent(`POST ${invitations}`)).toEqual([{ email: 'eve@example.org', is_admin: true }]);
});

test('an invalid address sends nothing', async () => {
  const { user, dialog, sent } = await add(() => ({ status: 201, body: invitation }));
  await user.click(dialog.getByRole('button', { name: 'Add User' }));
  expect(await dialog.findByText('Email is required.')).toBeDefined();
  await user.type(dialog.getByLabelText('Email'), 'eve');
  await user.click(dialog.getByRole('button', { name: 'Add User' }));
  expect(await dialog.findByText('Enter a valid email address.')).toBeDefined();
  expect(sent(`POST ${invitations}`)).toEqual([]);
});

test('a refused invitation is reported at the field, and keeps what was typed', async () => {
  const errors = { email: ['This person already belongs to the organization.'] };
  const { user, dialog } = await add(() => ({ status: 400, body: { detail: errors.email[0], errors } }));
  await user.type(dialog.getByLabelText('Email'), 'alan@example.org');
  await user.click(dialog.getByRole('button', { name: 'Add User' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to create user, please try again.');
  expect(dialog.getByText('This person already belongs to the organization.')).toBeDefined();
  expect(dialog.getByLabelText<HTMLInputElement>('Email').value).toBe('alan@example.org');
});

test('without a mail server the dialog says where the mail is, and shows no link', async () => {
  const { user, dialog } = await add(() => ({ status: 201, body: invitation }), {
    'GET /api/status/': () => ({ body: { status: 'ok', api_version: 1, behind_proxy: true, outbox: true } }),
  });
  expect(await dialog.findByText('No mail server is configured')).toBeDefined();
  await user.type(dialog.getByLabelText('Email'), 'eve@example.org');
  await user.click(dialog.getByRole('button', { name: 'Add User' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an admin makes a member an admin', async () => {
  const call = `PATCH ${users}${alan.id}/`;
  const { user, sent } = openUsers({
    ...ownersWorld,
    [call]: () => ({ body: { ...alan, is_admin: true } }),
  });
  const dialog = await edit(user, 'alan@example.org');
  expect(dialog.getByLabelText<HTMLInputElement>('Email').value).toBe('alan@example.org');
  expect(document.activeElement).toBe(dialog.getByLabelText('Organization Admin'));
  await user.click(dialog.getByLabelText('Organization Admin'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('User updated successfully')).toBeDefined();
  expect(sent(call)).toEqual([{ is_admin: true }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a refused role change is shown in the dialog, which stays open', async () => {
  const { user } = openUsers({
    ...ownersWorld,
    [`PATCH ${users}${alan.id}/`]: () => ({ status: 403, body: { detail: 'Not now.' } }),
  });
  const dialog = await edit(user, 'alan@example.org');
  await user.click(dialog.getByLabelText('Organization Admin'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to update user. Not now.');
});

test.each([
  ['the owner', grace, 'ada@example.org', 'The role of the organization’s owner can’t be changed.'],
  ['oneself', grace, 'grace@example.org', 'You can’t change your own role. Ask another admin.'],
  [
    'another member, for a plain member',
    alan,
    'grace@example.org',
    'Only admins can change roles. Ask one of them.',
  ],
])('the box is disabled for %s, with the reason', async (_who, viewer, email, reason) => {
  const { user } = openUsers(seenBy(viewer));
  await row(email);
  // Whether the viewer is an admin is known a moment later.
  if (viewer === grace) await screen.findByRole('button', { name: 'Invitation of mary@example.org' });
  const dialog = await edit(user, email);
  const box = dialog.getByLabelText<HTMLInputElement>('Organization Admin');
  expect(box.disabled).toBe(true);
  expect(box.getAttribute('aria-describedby')).toBeTruthy();
  expect(dialog.getAllByText(reason)[0]).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Save' }).ariaDisabled).toBe('true');
});

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

test('more than 50 people are shown in pages', async () => {
  const asked: string[] = [];
  const { user, heading } = openUsers({
    ...ownersWorld,
    [`GET ${users}`]: (request) => {
      if (!request.query.has('user')) asked.push(request.query.get('offset') ?? '');
      return { body: { count: 51, results: listOf([alan])(request).body } };
    },
  });
  await heading('Users');
  expect(await screen.findByText('Showing 1-50 of 51')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('Page 2 / 2')).toBeDefined();
  await waitFor(() => expect(asked).toEqual(['0', '50']));
});
