/** Every state of an edit of teams, on the permissions screen. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { MemberUser } from '@cloakroom/contract/organizations.ts';
import { Failure } from '#src/shared/failure.ts';
import { teamEditMachine } from '#src/machines/teamEdit/machine.ts';
import { testEveryState, deferredCall, follow, shortestPathsOf, whole } from '../../support/model.ts';
import {
  button,
  calls,
  dialog,
  openPermissions,
  removeGrace,
  save,
  teamWorld,
} from '../../support/permissions.tsx';
import { schema } from '../../support/records.ts';
import { grace, owner } from '../../support/team.ts';
import { edited, ownersId, people, teamsReply } from '../../support/teams.ts';

const before = edited([people.ada, people.grace]);
const after = edited([people.ada]);
const reading = 'teamEdit.comparing';
const sending = 'teamEdit.saving.sending';
const renewing = 'teamEdit.saving.renewing';
const refreshing = 'teamEdit.editing.refreshing';
const refusal = new Failure('forbidden', 'No.', { status: 403 });

const ways = shortestPathsOf(teamEditMachine, {
  input: { schema: 's', organization: 'o', self: people.ada.id },
  events: [
    { type: 'teams.read', teams: before },
    { type: 'member.removed', team: ownersId, person: people.grace },
    { type: 'edits.cancelled' },
    { type: 'save.pressed' },
    { type: 'edit.pressed' },
    { type: 'save.confirmed', renew: true },
    { type: `xstate.done.actor.0.${reading}`, output: before },
    { type: `xstate.error.actor.0.${reading}`, error: refusal },
    { type: `xstate.done.actor.0.${sending}`, output: 'sent' },
    { type: `xstate.error.actor.0.${sending}`, error: refusal },
    { type: `xstate.done.actor.0.${renewing}`, output: null },
    { type: `xstate.error.actor.0.${renewing}`, error: refusal },
    { type: 'retry.pressed' },
    { type: 'dialog.closed' },
    { type: `xstate.done.actor.0.${refreshing}`, output: after },
  ] as { type: string }[],
  also: ({ context }) => {
    const {
      saved,
      edited: now,
      changes,
      renewal,
      failure,
    } = context as {
      saved: { members: unknown[] }[];
      edited: { members: unknown[] }[];
      changes: { state: string }[];
      renewal: unknown;
      failure: unknown;
    };
    const count = (teams: typeof saved) => teams[0]?.members.length ?? 'no';
    return [
      `${count(saved)} to ${count(now)} owners`,
      ...changes.map(({ state }) => state),
      renewal === 'done' ? 'renewed' : renewal === 'none' ? '' : 'not renewed',
      failure ? 'refused' : '',
    ]
      .filter(Boolean)
      .join(', ');
  },
});

test.each(whole(ways))('$name', async ({ moves }) => {
  const [teams, removal, keys] = [deferredCall(), deferredCall(), deferredCall()];
  const { world } = teamWorld();
  const { user } = await openPermissions({
    ...world,
    [calls.teams]: teams.answer,
    [calls.remove]: removal.answer,
    [calls.rotate]: keys.answer,
  });
  const inDialog = async (name: string) =>
    user.click(within(await dialog()).getByText(name, { selector: 'button' }));
  const no = { status: 403, body: { detail: 'No.' } };
  const with_ = (owners: MemberUser[]) => ({ body: teamsReply(owners, []) });
  const [both, alone] = [with_([owner.user as MemberUser, grace.user]), with_([owner.user as MemberUser])];
  const happens: Record<string, () => Promise<unknown>> = {
    'xstate.init': () => screen.findByRole('heading', { name: 'People' }),
    'teams.read': () => teams.reply(both),
    'member.removed': () => removeGrace(user),
    'edits.cancelled': () => user.click(button('Cancel')),
    'save.pressed': () => save(user),
    'edit.pressed': () => inDialog('Edit'),
    'save.confirmed': () => inDialog('Save'),
    [`xstate.done.actor.0.${reading}`]: () => teams.reply(both),
    [`xstate.error.actor.0.${reading}`]: () => teams.reply(no),
    [`xstate.done.actor.0.${sending}`]: () => removal.reply({ status: 204 }),
    [`xstate.error.actor.0.${sending}`]: () => removal.reply(no),
    [`xstate.done.actor.0.${renewing}`]: () => keys.reply({ body: schema }),
    [`xstate.error.actor.0.${renewing}`]: () => keys.reply(no),
    'retry.pressed': () => inDialog('Retry failed changes'),
    'dialog.closed': () => inDialog('Close'),
    [`xstate.done.actor.0.${refreshing}`]: () => teams.reply(alone),
  };
  const says = async (words: string | RegExp) => within(await dialog()).findByText(words);
  const busy = async () =>
    waitFor(async () =>
      expect(
        within(await dialog())
          .getByText('Save', { selector: 'button' })
          .getAttribute('aria-busy'),
      ).toBe('true'),
    );
  const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const counts = async (count: string) => {
    await noDialog();
    await screen.findByRole('button', { name: `People Data Owners ${count}` });
  };
  const refreshed = async () => {
    await noDialog();
    await waitFor(() => expect(button('Save').getAttribute('aria-busy')).toBe('true'));
  };
  const shows: Record<string, () => Promise<unknown>> = {
    'editing.idle, no to no owners': async () =>
      expect(screen.queryByRole('button', { name: 'Save' })).toBeNull(),
    'editing.idle, 2 to 2 owners': async () => {
      await counts('2 members');
      expect(button('Save').getAttribute('aria-disabled')).toBe('true');
    },
    'editing.idle, 2 to 1 owners': async () => {
      await counts('1 member');
      expect(button('Save').getAttribute('aria-disabled')).toBeNull();
    },
    'editing.idle, 1 to 1 owners': () => counts('1 member'),
    'reviewing, 2 to 1 owners': () => says('What this means'),
    'reviewing, 2 to 1 owners, refused': () => says('No. Nothing has been changed.'),
    'comparing, 2 to 1 owners': busy,
    'saving.sending, 2 to 1 owners, pending': () => says('Pending'),
    'saving.renewing, 2 to 1 owners, success': () => says('Creating new keys…'),
    'saved, 2 to 1 owners, error': async () => {
      const message = /^Failed to remove member grace@example\.org/;
      await within(await dialog()).findByText(message, { selector: 'p' });
      // The alert is inside of the open dialog.
      await within(await dialog()).findByText('Team Permissions Save Failed');
      expect(screen.queryByText('Team Permissions Saved')).toBeNull();
    },
    'saved, 2 to 1 owners, success, renewed': () =>
      says('Everything stored from now on is sealed with new keys.'),
    'saved, 2 to 1 owners, success, not renewed': () => says('The keys were not renewed'),
    'editing.refreshing, 2 to 1 owners': refreshed,
    'editing.refreshing, 2 to 2 owners': refreshed,
    'editing.refreshing, 1 to 1 owners': refreshed,
  };
  await follow(moves, happens, shows);
});

testEveryState(teamEditMachine);
