/** Edits of teams with fake effects. */
import { createActor, fromPromise, waitFor } from 'xstate';
import { vi } from 'vitest';
import { Failure } from '#src/shared/failure.ts';
import {
  differences,
  type Change,
  type TeamEditEmitted,
  type TeamEditInput,
} from '#src/machines/teamEdit/types.ts';
import { teamEditMachine } from '#src/machines/teamEdit/machine.ts';
import type { Teams } from '#src/machines/teamEdit/teams.ts';
import { edited, ownersId, people } from './teams.ts';

const { ada, grace, alan, mary } = people;
const task: TeamEditInput = { schema: 'schema', organization: 'organization', self: ada.id };
export const before = edited([ada, grace], [mary]);
export const refusal = new Failure('forbidden', 'No.', { status: 403 });
export const silence = new Failure('offline', 'No server responds.');

export type Effects = {
  /** The teams that the service has; those of `before` by default. */
  readTeams?: () => Promise<Teams>;
  submitChange?: (change: Change) => Promise<'sent' | 'queued'>;
  renew?: () => Promise<void>;
};

/** An edit of a team of owners (Ada and Grace) and one of requesters (Mary), with the calls of its effects. */
export function editWith({
  readTeams = async () => before,
  submitChange = async () => 'sent',
  renew = vi.fn(),
}: Effects = {}) {
  const submitted: string[] = [];
  const emitted: TeamEditEmitted[] = [];
  const renewed = vi.fn();
  const edit = createActor(
    teamEditMachine.provide({
      actors: {
        readTeams: fromPromise(readTeams),
        submitChange: fromPromise(({ input: { change } }) => {
          submitted.push(
            change.kind === 'fields'
              ? `fields: ${change.fields.join(', ')}`
              : change.kind === 'upload'
                ? `upload: ${change.upload}`
                : `${change.kind} ${change.person.email}`,
          );
          return submitChange(change);
        }),
        renewKeys: fromPromise(({ input }) => {
          renewed(input);
          return Promise.resolve(renew());
        }),
      },
    }),
    { input: task },
  ).start();
  edit.on('*', (event) => emitted.push(event));
  edit.send({ type: 'teams.read', teams: before });
  return { edit, submitted, emitted, renewed };
}
export type Edit = ReturnType<typeof editWith>['edit'];

export const add = (edit: Edit, person = alan) => edit.send({ type: 'member.added', team: ownersId, person });
export const remove = (edit: Edit, person = grace, team = ownersId) =>
  edit.send({ type: 'member.removed', team, person });
export const inWords = (edit: Edit) =>
  differences(edit.getSnapshot().context).map((difference) =>
    difference.kind === 'fields'
      ? `opened ${difference.granted.join()} closed ${difference.revoked.join()}`
      : difference.kind === 'upload'
        ? `upload ${difference.upload}`
        : `${difference.kind} ${difference.person.email}`,
  );
export const save = (edit: Edit, renew = false) => {
  edit.send({ type: 'save.pressed' });
  edit.send({ type: 'save.confirmed', renew });
};
export const saved = (edit: Edit) => waitFor(edit, (now) => now.matches('saved'));
export const states = (edit: Edit) => edit.getSnapshot().context.changes.map(({ state }) => state);
