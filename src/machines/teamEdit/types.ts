/** Context, events and actors of the team edit. `effects.ts` provides the actors. */
import { fromPromise } from 'xstate';
import { Failure } from '#src/shared/failure.ts';
import { diffTeams, applyDifferences, type Difference, type Person, type Teams } from './teams.ts';

/** A change on its way: `waiting` is kept on this device until the service answers, and not saved. */
export type Change = Difference & {
  state: 'pending' | 'success' | 'waiting' | 'error';
  /** Why it failed. */
  reason: string | null;
};

export type TeamEditInput = { schema: string; organization: string; self: string };

export type TeamEditContext = TeamEditInput & {
  /** As the service last told them; empty before it has. */
  saved: Teams;
  /** As they will be when everything is saved. */
  edited: Teams;
  /** What somebody else changed since the edit began. */
  othersChanges: readonly Difference[];
  /** What is being saved, or was; empty before. */
  changes: readonly Change[];
  /** Whether new keys are wanted once somebody has lost one. */
  renew: boolean;
  /** Somebody has lost a key, and the schema has the same keys still. */
  keyLost: boolean;
  renewal: 'none' | 'done' | Failure;
  /** Why the present teams couldn't be looked at. */
  failure: Failure | null;
};

export type TeamEditEvent =
  | { type: 'teams.read'; teams: Teams }
  | { type: 'member.added'; team: string; person: Person }
  | { type: 'member.removed'; team: string; person: Person }
  | { type: 'fields.chosen'; team: string; fields: string[] }
  | { type: 'edits.cancelled' }
  | { type: 'save.pressed' }
  | { type: 'edit.pressed' }
  | { type: 'save.confirmed'; renew: boolean }
  | { type: 'retry.pressed' }
  | { type: 'dialog.closed' };

/** Told to whoever listens. */
export type TeamEditEmitted =
  /** Somebody was to be removed from a team that they aren't on. */
  | { type: 'member.missing' }
  /** Each change of a save has ended, one way or the other. */
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

/** What would be saved. */
export const differences = ({ saved, edited }: Pick<TeamEditContext, 'saved' | 'edited'>): Difference[] =>
  diffTeams(saved, edited);

/** The teams as somebody else has left them, with one's own edits over them. */
export function rebased(
  { saved, edited, othersChanges: meanwhile }: TeamEditContext,
  teams: Teams,
): Partial<TeamEditContext> {
  const theirs = diffTeams(saved, teams);
  const own = diffTeams(saved, edited);
  return {
    saved: teams,
    edited: applyDifferences(teams, own),
    othersChanges: own.length > 0 || meanwhile.length > 0 ? [...meanwhile, ...theirs] : [],
  };
}

/** Whether carrying it out takes a key from somebody. */
const takesKeys = (change: Difference) =>
  change.kind === 'removed' || (change.kind === 'fields' && change.closed.length > 0);

/** The changes to be made; oneself goes last, for who is gone can change nothing any more. */
export function saveStarted(edit: TeamEditContext): Partial<TeamEditContext> {
  const leaving = (change: Difference) => change.kind === 'removed' && change.person.id === edit.self;
  const changes = differences(edit).map((difference): Change => ({
    ...difference,
    state: 'pending',
    reason: null,
  }));
  return {
    changes: changes.toSorted((one, other) => Number(leaving(one)) - Number(leaving(other))),
    keyLost: false,
    renewal: 'none',
    failure: null,
  };
}

export const nextPending = ({ changes }: Pick<TeamEditContext, 'changes'>): Change | undefined =>
  changes.find(({ state }) => state === 'pending');

/** The next change has ended. */
export function changeEnded(
  edit: TeamEditContext,
  state: Change['state'],
  reason: string | null = null,
): Partial<TeamEditContext> {
  const next = nextPending(edit);
  return {
    changes: edit.changes.map((change) => (change === next ? { ...change, state, reason } : change)),
    keyLost: edit.keyLost || (state === 'success' && next !== undefined && takesKeys(next)),
  };
}

/** Those that failed get another try. */
export const changesRetried = ({ changes }: TeamEditContext): Partial<TeamEditContext> => ({
  changes: changes.map((change) =>
    change.state === 'error' ? { ...change, state: 'pending', reason: null } : change,
  ),
  renewal: 'none',
});

/**
 * A new edit of the teams as they are now; what failed is still to be saved.
 * @param teams - undefined where nobody could tell: then as far as it is known.
 */
export function editRestarted({ saved, changes }: TeamEditContext, teams?: Teams): Partial<TeamEditContext> {
  const those = (state: Change['state']) => changes.filter((change) => change.state === state);
  const present = teams ?? applyDifferences(saved, those('success'));
  return { ...noEdits, saved: present, edited: applyDifferences(present, those('error')) };
}

export const sameTeams = (one: Teams, other: Teams): boolean =>
  one.length === other.length && diffTeams(one, other).length === 0;

const unwired = () => {
  throw new Failure('unexpected', 'The team edit machine was started without its effects.');
};
/** The teams as the service has them now. */
export const read = fromPromise<Teams>(unwired);
/** Carries one change out, or keeps it until somebody answers. */
export const carryOut = fromPromise<'sent' | 'waiting', { task: TeamEditInput; change: Change }>(unwired);
/** Gives the schema new keys for everything that is stored from now on. */
export const renewKeys = fromPromise<unknown, { schema: string }>(unwired);
