/** Context, events and actors of the team edit. `effects.ts` provides the actors. */
import { fromPromise } from 'xstate';
import type { Failure } from '#src/shared/failure.ts';
import { unprovided } from '../unprovided.ts';
import { diffTeams, applyDifferences, type Difference, type TeamMember, type Teams } from './teams.ts';

/** A change that is being saved. `queued`: it is in the outbox, and not saved yet. */
export type Change = Difference & {
  state: 'pending' | 'success' | 'queued' | 'error';
  /** The message, if it failed. */
  reason: string | null;
};

export type TeamEditInput = { schema: string; organization: string; self: string };

export type TeamEditContext = TeamEditInput & {
  /** The teams as last read from the service; empty before that. */
  saved: Teams;
  /** The teams with the unsaved changes. */
  edited: Teams;
  /** Changes of others since the edit began. */
  othersChanges: readonly Difference[];
  /** The changes of the current or last save. */
  changes: readonly Change[];
  /** Whether the keys are rotated after a person has lost access. */
  renew: boolean;
  /** A person has lost access, and the keys are not rotated yet. */
  keyLost: boolean;
  renewal: 'none' | 'done' | Failure;
  /** Why the current teams could not be read. */
  failure: Failure | null;
};

export type TeamEditEvent =
  | { type: 'teams.read'; teams: Teams }
  | { type: 'member.added'; team: string; person: TeamMember }
  | { type: 'member.removed'; team: string; person: TeamMember }
  | { type: 'fields.chosen'; team: string; fields: string[] }
  | { type: 'upload.chosen'; team: string; upload: boolean }
  | { type: 'edits.cancelled' }
  | { type: 'save.pressed' }
  | { type: 'edit.pressed' }
  | { type: 'save.confirmed'; renew: boolean }
  | { type: 'retry.pressed' }
  | { type: 'dialog.closed' };

export type TeamEditEmitted =
  /** The person to be removed is not on the team. */
  | { type: 'member.missing' }
  /** Each change of a save has succeeded, failed or been queued. */
  | { type: 'save.ended'; changes: readonly Change[]; renewal: TeamEditContext['renewal'] };

export const noEdits = {
  saved: [],
  edited: [],
  othersChanges: [],
  changes: [],
  renew: false,
  keyLost: false,
  renewal: 'none',
  failure: null,
} as const satisfies Omit<TeamEditContext, keyof TeamEditInput>;

/** The changes that a save would send. */
export const differences = ({ saved, edited }: Pick<TeamEditContext, 'saved' | 'edited'>): Difference[] =>
  diffTeams(saved, edited);

/** Applies the edits to newer teams. */
export function rebase(
  { saved, edited, othersChanges }: TeamEditContext,
  teams: Teams,
): Partial<TeamEditContext> {
  const theirs = diffTeams(saved, teams);
  const ownDifferences = diffTeams(saved, edited);
  return {
    saved: teams,
    edited: applyDifferences(teams, ownDifferences),
    othersChanges: ownDifferences.length > 0 || othersChanges.length > 0 ? [...othersChanges, ...theirs] : [],
  };
}

/** Whether a person loses access through a change. */
const removesAccess = (change: Difference) =>
  change.kind === 'removed' ||
  (change.kind === 'fields' && change.revoked.length > 0) ||
  (change.kind === 'upload' && !change.upload);

/** The changes to send. Removing the user themselves comes last, since that ends their permission for the other changes. */
export function startSave(edit: TeamEditContext): Partial<TeamEditContext> {
  const removesSelf = (change: Difference) => change.kind === 'removed' && change.person.id === edit.self;
  const changes = differences(edit).map((difference): Change => ({
    ...difference,
    state: 'pending',
    reason: null,
  }));
  return {
    changes: changes.toSorted((one, other) => Number(removesSelf(one)) - Number(removesSelf(other))),
    keyLost: false,
    renewal: 'none',
    failure: null,
  };
}

export const nextPending = ({ changes }: Pick<TeamEditContext, 'changes'>): Change | undefined =>
  changes.find(({ state }) => state === 'pending');

/** Sets the result of the next pending change. */
export function endChange(
  edit: TeamEditContext,
  state: Change['state'],
  reason: string | null = null,
): Partial<TeamEditContext> {
  const next = nextPending(edit);
  return {
    changes: edit.changes.map((change) => (change === next ? { ...change, state, reason } : change)),
    keyLost: edit.keyLost || (state === 'success' && next !== undefined && removesAccess(next)),
  };
}

/** Makes failed changes pending again. */
export const retryChanges = ({ changes }: TeamEditContext): Partial<TeamEditContext> => ({
  changes: changes.map((change) =>
    change.state === 'error' ? { ...change, state: 'pending', reason: null } : change,
  ),
  renewal: 'none',
});

/** Starts a new edit from the saved teams with the successful changes; the failed changes are its edits. */
export function restartEdit({ saved, changes }: TeamEditContext): Partial<TeamEditContext> {
  const inState = (state: Change['state']) => changes.filter((change) => change.state === state);
  const current = applyDifferences(saved, inState('success'));
  return { ...noEdits, saved: current, edited: applyDifferences(current, inState('error')) };
}

export const sameTeams = (one: Teams, other: Teams): boolean =>
  one.length === other.length && diffTeams(one, other).length === 0;

/** Reads the current teams from the service. */
export const readTeams = fromPromise<Teams>(unprovided);
/** Sends one change, or puts it into the outbox. */
export const submitChange = fromPromise<'sent' | 'queued', { edit: TeamEditInput; change: Change }>(
  unprovided,
);
/** Rotates the keys of the schema, for records stored from now on. */
export const renewKeys = fromPromise<unknown, { schema: string }>(unprovided);
