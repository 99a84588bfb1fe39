/** Saving changes of teams. */
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { MemberUser } from '@cloakroom/contract/organizations.ts';
import { outbox as storedChanges } from '#src/shared/storage/outbox.ts';
import { connection } from '#src/shared/connection.ts';
import { withoutProxy } from '#tests/src/support/console.tsx';
import type { Answers } from '#tests/src/support/fakeServer.ts';
import {
  addAlan,
  box,
  calls,
  dialog,
  openPermissions,
  removeGrace,
  save,
  teamWorld,
} from '#tests/src/support/permissions.tsx';
import { alan, owner } from '#tests/src/support/team.ts';

afterEach(async () => {
  connection.report(200);
  for (const { id } of (await storedChanges.all()) as { id: string }[]) await storedChanges.remove(id);
});

test('creates no new keys if the box is not ticked', async () => {
  const { user, sent } = await openPermissions();
  await box('alan@example.org');
  await removeGrace(user);
  await save(user);
  const renew = within(await dialog()).getByRole('checkbox', { name: 'New keys for records from now on' });
  expect((renew as HTMLInputElement).checked).toBe(true);
  await user.click(renew);
  await user.click(within(await dialog()).getByRole('button', { name: 'Save' }));
  await screen.findByText('Team Permissions Saved');
  expect(sent(calls.rotate)).toEqual([]);
});

test('keys can’t be renewed without the proxy, and the dialog says why', async () => {
  const { world } = teamWorld();
  const { user } = await openPermissions({ ...world, ...withoutProxy });
  await box('alan@example.org');
  await removeGrace(user);
  await save(user);
  const renew = within(await dialog()).getByRole('checkbox', { name: 'New keys for records from now on' });
  expect((renew as HTMLInputElement).disabled).toBe(true);
  expect(within(await dialog()).getByText(/Your own proxy creates the keys/)).toBeDefined();
});

test('changes by another person are shown before anything is sent', async () => {
  const { world, state } = teamWorld();
  const { user, sent } = await openPermissions(world);
  await addAlan(user);
  state.owners = [owner.user as MemberUser];
  await save(user);
  await user.click(within(await dialog()).getByRole('button', { name: 'Save' }));
  const review = await dialog();
  await within(review).findByText('grace@example.org was removed from People Data Owners.');
  expect(sent(calls.add)).toEqual([]);
  await user.click(within(review).getByRole('button', { name: 'Save' }));
  await within(review).findByText('All changes are saved.');
  expect(sent(calls.add)).toEqual([{ id: alan.user.id }]);
});

test('while the service doesn’t answer, a change is shown as waiting and not as saved', async () => {
  const { world } = teamWorld();
  let cut = false;
  const wire =
    (answer: Answers[string]): Answers[string] =>
    (asked) => {
      if (cut) throw new TypeError('Failed to fetch');
      return answer(asked);
    };
  const wired = Object.fromEntries(Object.entries(world).map(([call, answer]) => [call, wire(answer)]));
  const { user } = await openPermissions(wired);
  await addAlan(user);
  cut = true;
  for (let misses = 0; misses < 3; misses += 1) connection.report(undefined);
  await save(user);
  await user.click(within(await dialog()).getByRole('button', { name: 'Save' }));
  const review = await dialog();
  await within(review).findByText('Waiting to be sent', {}, { timeout: 12_000 });
  await within(review).findByText(/1 change not saved yet: the service can’t be reached/);
  expect(screen.queryByText('Team Permissions Saved')).toBeNull();
  await user.click(within(review).getByText('Close', { selector: 'button' }));
  expect(await screen.findByText('Waiting to be added', {}, { timeout: 12_000 })).toBeDefined();
});
