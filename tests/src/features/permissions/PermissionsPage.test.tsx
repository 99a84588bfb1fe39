/** The permissions of a schema: members, teams, the edit, the review. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { MemberUser } from '@cloakroom/contract/organizations.ts';
import {
  addAlan,
  box,
  button,
  calls,
  dialog,
  list,
  members,
  openPermissions,
  path,
  removeGrace,
  save,
  teamWorld,
} from '#tests/src/support/permissions.tsx';
import { openConsole } from '#tests/src/support/console.tsx';
import { ada, organization } from '#tests/src/support/people.ts';
import { schema } from '#tests/src/support/records.ts';
import { alan, grace, owner } from '#tests/src/support/team.ts';

test('members who can receive keys are listed first, and the others with what they lack', async () => {
  await openPermissions();
  await box('alan@example.org');
  const able = screen.getByRole('list', { name: 'Members who can receive keys' });
  expect(within(able).getAllByRole('checkbox')).toHaveLength(3);
  const unable = screen.getByRole('list', { name: 'Members who can’t receive keys yet' });
  expect(unable.textContent).toContain('mary@example.org has not accepted the invitation yet.');
});

test('teams are an accordion, with the data owners first and expanded', async () => {
  const { user } = await openPermissions();
  await box('alan@example.org');
  const folds = screen.getAllByRole('button', { name: /^People Data/ });
  expect(folds.map(({ textContent }) => textContent)).toEqual([
    'People Data Owners2 members',
    'People Data Requesters0 members',
  ]);
  expect(folds.map((fold) => fold.getAttribute('aria-expanded'))).toEqual(['true', 'false']);
  await user.click(folds[1]!);
  expect(screen.getByRole('checkbox', { name: 'age' })).toBeDefined();
});

test('without other members the page shows "No members found" and a button to add one', async () => {
  const { world } = teamWorld([owner.user as MemberUser]);
  const { user } = await openPermissions({ ...world, [calls.users]: () => ({ body: [owner] }) });
  await screen.findByRole('heading', { name: 'No members found' }, { timeout: 15_000 });
  await user.click(button('Add User'));
  expect(await screen.findByRole('dialog', { name: 'Add User' })).toBeDefined();
});

test('added and removed members are marked, can be undone one by one, and Cancel undoes all', async () => {
  const { user, sent } = await openPermissions();
  await box('alan@example.org');
  expect(button('Save').getAttribute('aria-disabled')).toBe('true');
  await addAlan(user);
  await removeGrace(user);
  expect(members()).toEqual([
    'ada@example.orgRemove',
    'alan@example.orgNewUndo',
    'grace@example.orgLeavesUndo',
  ]);
  expect(screen.getByText('2 changes not saved yet.')).toBeDefined();
  await user.click(button('Undo grace@example.org, People Data Owners'));
  expect(screen.getByText('1 change not saved yet.')).toBeDefined();
  await user.click(button('Cancel'));
  expect(members()).toEqual(['ada@example.orgRemove', 'grace@example.orgRemove']);
  expect(button('Save').getAttribute('aria-disabled')).toBe('true');
  expect(sent(calls.add)).toEqual([]);
});

test('leaving with unsaved changes asks for a confirmation', async () => {
  const { user, router, place, heading } = await openPermissions();
  await box('alan@example.org');
  await addAlan(user);
  void router.navigate('/account');
  const asked = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  expect(asked.textContent).toContain('1 change to who may read this schema is not saved yet');
  await user.click(button('Stay'));
  expect(place()).toBe(path);
  expect(members()).toContain('alan@example.orgNewUndo');
  void router.navigate('/account');
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await heading('Account');
});

test('going back in history with unsaved changes asks for a confirmation once', async () => {
  const { user, router, place, heading } = await openPermissions();
  await router.navigate('/account');
  await heading('Account');
  await router.navigate(path);
  await box('alan@example.org');
  await addAlan(user);
  void router.navigate(-1);
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await heading('Account');
  expect(place()).toBe('/account');
});

test('removing a member who is not in the team shows a warning', async () => {
  const { user } = await openPermissions();
  await user.click(await box('alan@example.org'));
  await user.click(button('Remove chosen members from People Data Owners'));
  expect(await screen.findByText('Cannot Remove User: Member not in team')).toBeDefined();
  expect(screen.getByText('Nothing to save.')).toBeDefined();
});

test('a member is dragged to a team and out of it again', async () => {
  const { user } = await openPermissions();
  await box('alan@example.org');
  const carryTo = (line: HTMLElement, place: Element) => {
    document.elementFromPoint = () => place;
    fireEvent.pointerDown(line, { button: 0, pointerType: 'mouse', clientX: 10, clientY: 300 });
    fireEvent.pointerMove(window, { clientX: 200, clientY: 300 });
    fireEvent.pointerUp(window, { clientX: 200, clientY: 300 });
  };
  const owners = screen.getByRole('region', { name: 'People Data Owners' }).closest('[data-place]')!;
  const people = screen.getByRole('region', { name: 'Organization members' });
  carryTo(within(people).getByTitle('alan@example.org'), owners);
  expect(await screen.findByText('1 change not saved yet.')).toBeDefined();
  expect(members()).toContain('alan@example.orgNewUndo');
  carryTo(within(owners as HTMLElement).getByTitle('grace@example.org'), people);
  expect(await screen.findByText('2 changes not saved yet.')).toBeDefined();
  await user.click(button('Cancel'));
  expect(screen.getByText('Nothing to save.')).toBeDefined();
});

test('the review shows who gains and who loses what, for how many records, and Edit returns', async () => {
  const { user } = await openPermissions();
  await addAlan(user);
  await removeGrace(user);
  await save(user);
  const review = await dialog();
  expect(list(review, 'Added, People Data Owners')).toEqual(['alan@example.org']);
  expect(list(review, 'Removed, People Data Owners')).toEqual(['grace@example.org']);
  const everything =
    'search, count and sum the records, open every field, upload and delete records, and hand on keys and change the teams';
  expect(list(review, 'Who gains and who loses what')).toEqual([
    `alan@example.org will be able to ${everything}.`,
    `grace@example.org will no longer be able to ${everything}.`,
  ]);
  expect(within(review).getByText(/affects 300 records/)).toBeDefined();
  await user.click(within(review).getByRole('button', { name: 'Edit' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('2 changes not saved yet.')).toBeDefined();
});

test('a member without rights sees the teams and who can change them', async () => {
  const { world } = teamWorld();
  const plain = { can_search: true, can_upload: false, can_decrypt: false, can_share_keys: false };
  const graces = { ...organization, owner: { id: 'o', organization_user: grace } };
  await openPermissions({
    ...world,
    [`GET ${schema.url}`]: () => ({ body: { ...schema, permissions: plain } }),
    'GET /api/users/self/': () => ({ body: { ...ada, organizations: [graces] } }),
    [calls.users]: (asked) => (asked.query.has('user') ? { body: [alan] } : world[calls.users]!(asked)),
  });
  await screen.findByText('You can look, but not change anything here', {}, { timeout: 15_000 });
  expect(screen.getByText(/Ask .*grace@example\.org/)).toBeDefined();
  expect(members()).toEqual(['ada@example.org', 'grace@example.org']);
  for (const name of [/^Save$/, /^Remove/, /^Add chosen/])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: 'alan@example.org' })).toBeNull();
});

test('the page says who can read the records', async () => {
  await openPermissions();
  const words = await screen.findByRole('region', { name: 'Who can read this' }, { timeout: 15_000 });
  expect(words.textContent).toContain('ada@example.org and grace@example.org: every field.');
  expect(words.textContent).toContain('not the organization’s admins');
});

test('the schema’s own page says who can read its records', async () => {
  const { world } = teamWorld([owner.user as MemberUser], [alan.user]);
  const { heading } = openConsole(path.replace('/permissions', ''), world);
  await heading('People');
  const words = await screen.findByRole('region', { name: 'Who can read this' }, { timeout: 15_000 });
  expect(words.textContent).toContain('alan@example.org: nothing, but search, count and sum.');
});
