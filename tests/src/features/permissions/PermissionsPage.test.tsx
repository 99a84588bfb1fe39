/** The permissions of a schema: members, teams, the edit, the review. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { MemberUser } from '@cloakroom/contract/organizations.ts';
import {
  addAlan,
  box,
  button,
  members,
  openPermissions,
  path,
  teamWorld,
} from '#tests/src/support/permissions.tsx';
import { openConsole } from '#tests/src/support/console.tsx';
import { alan, owner } from '#tests/src/support/team.ts';

test('lists members who can receive keys first, and the others with the reason why they can’t', async () => {
  await openPermissions();
  await box('alan@example.org');
  const able = screen.getByRole('list', { name: 'Members who can receive keys' });
  expect(within(able).getAllByRole('checkbox')).toHaveLength(3);
  const unable = screen.getByRole('list', { name: 'Members who can’t receive keys yet' });
  expect(unable.textContent).toContain('mary@example.org has not accepted the invitation yet.');
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

test('the schema’s own page says who can read its records', async () => {
  const { world } = teamWorld([owner.user as MemberUser], [alan.user]);
  const { heading } = openConsole(path.replace('/permissions', ''), world);
  await heading('People');
  const words = await screen.findByRole('region', { name: 'Who can read this' }, { timeout: 15_000 });
  expect(words.textContent).toContain('alan@example.org: nothing, but search, count and sum.');
});
