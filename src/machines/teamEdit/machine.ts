/** The edit of a schema's teams, from the first change to the last reply. */
import { assign, emit, setup } from 'xstate';
import { Failure, isTransient } from '#src/shared/failure.ts';
import {
  changesRetried,
  saveStarted,
  carryOut,
  differences,
  changeEnded,
  nextPending,
  read,
  renewKeys,
  sameTeams,
  editRestarted,
  rebased,
  noEdits,
  type TeamEditInput,
  type TeamEditContext,
  type TeamEditEvent,
  type TeamEditEmitted,
} from './types.ts';
import { withMember, withTeamChanged, isMember, withoutMember, type Teams } from './teams.ts';

/**
 * Changes are reviewed, compared with concurrent changes of others, and then sent one after the other. Each succeeds or
 * fails on its own; afterwards the review is locked, and only failed changes can be retried.
 */
export const teamEditMachine = setup({
  types: {} as {
    input: TeamEditInput;
    context: TeamEditContext;
    events: TeamEditEvent;
    emitted: TeamEditEmitted;
  },
  actors: { read, carryOut, renewKeys },
  actions: {
    takeOver: assign(({ context }, { teams }: { teams: Teams }) => rebased(context, teams)),
    begin: assign(({ context }) => saveStarted(context)),
  },
  guards: {
    differs: ({ context }) => differences(context).length > 0,
    differsNoMore: ({ context }) => differences(context).length === 0,
    anyPending: ({ context }) => nextPending(context) !== undefined,
    renewalDue: ({ context: { renew, keyLost: owed, renewal } }) => renew && owed && renewal === 'none',
    anyFailed: ({ context: { changes, renewal } }) =>
      renewal instanceof Failure || changes.some(({ state }) => state === 'error'),
  },
}).createMachine({
  id: 'teamEdit',
  context: ({ input }) => ({ ...noEdits, ...input }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'teams.read': { actions: { type: 'takeOver', params: ({ event }) => event } },
        'member.added': {
          actions: assign(({ context, event: { team, person } }) => ({
            edited: withTeamChanged(context.edited, team, (one) => withMember(one, person)),
          })),
        },
        'member.removed': [
          {
            guard: ({ context, event: { team, person } }) => isMember(context.edited, team, person),
            actions: assign(({ context, event: { team, person } }) => ({
              edited: withTeamChanged(context.edited, team, (one) => withoutMember(one, person)),
            })),
          },
          { actions: emit({ type: 'member.missing' }) },
        ],
        'fields.chosen': {
          actions: assign(({ context, event: { team, fields } }) => ({
            edited: withTeamChanged(context.edited, team, (one) => ({ ...one, fields })),
          })),
        },
        'edits.cancelled': {
          actions: assign(({ context: { saved } }) => ({ edited: saved, othersChanges: [] })),
        },
        'save.pressed': { guard: 'differs', target: 'reviewing' },
      },
    },
    reviewing: {
      tags: 'dialog',
      always: { guard: 'differsNoMore', target: 'editing' },
      exit: assign({ failure: null }),
      on: {
        'teams.read': { actions: { type: 'takeOver', params: ({ event }) => event } },
        'edit.pressed': 'editing',
        'save.confirmed': {
          target: 'comparing',
          actions: assign(({ event: { renew } }) => ({ renew })),
        },
      },
    },
    comparing: {
      tags: ['dialog', 'busy'],
      invoke: {
        src: 'read',
        onDone: [
          {
            guard: ({ context, event }) => sameTeams(context.saved, event.output),
            target: 'saving',
            actions: 'begin',
          },
          {
            target: 'reviewing',
            actions: { type: 'takeOver', params: ({ event }) => ({ teams: event.output }) },
          },
        ],
        onError: [
          // The service is unreachable: the changes go to the outbox.
          { guard: ({ event }) => isTransient(event.error), target: 'saving', actions: 'begin' },
          {
            target: 'reviewing',
            actions: assign(({ event }) => ({ failure: Failure.from(event.error) })),
          },
        ],
      },
    },
    saving: {
      tags: ['dialog', 'busy'],
      initial: 'choosing',
      states: {
        choosing: {
          always: [
            { guard: 'anyPending', target: 'sending' },
            { guard: 'renewalDue', target: 'renewing' },
            { target: '#teamEdit.saved' },
          ],
        },
        sending: {
          invoke: {
            src: 'carryOut',
            // `choosing` has checked that there is one.
            input: ({ context }) => ({ task: context, change: nextPending(context)! }),
            onDone: {
              target: 'choosing',
              actions: assign(({ context, event: { output } }) =>
                changeEnded(context, output === 'sent' ? 'success' : 'waiting'),
              ),
            },
            onError: {
              target: 'choosing',
              actions: assign(({ context, event }) =>
                changeEnded(context, 'error', Failure.from(event.error).message),
              ),
            },
          },
        },
        renewing: {
          invoke: {
            src: 'renewKeys',
            input: ({ context: { schema } }) => ({ schema }),
            onDone: { target: 'choosing', actions: assign({ renewal: 'done', keyLost: false }) },
            onError: {
              target: 'choosing',
              actions: assign(({ event }) => ({ renewal: Failure.from(event.error) })),
            },
          },
        },
      },
    },
    saved: {
      tags: 'dialog',
      entry: emit(({ context: { changes, renewal } }) => ({ type: 'save.ended', changes, renewal })),
      on: {
        'retry.pressed': {
          guard: 'anyFailed',
          target: 'saving',
          actions: assign(({ context }) => changesRetried(context)),
        },
        'dialog.closed': 'refreshing',
      },
    },
    refreshing: {
      invoke: {
        src: 'read',
        onDone: {
          target: 'editing',
          actions: assign(({ context, event }) => editRestarted(context, event.output)),
        },
        onError: { target: 'editing', actions: assign(({ context }) => editRestarted(context)) },
      },
    },
  },
});
