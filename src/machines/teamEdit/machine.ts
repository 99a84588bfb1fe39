/** The edit of a schema's teams, from the first change to the last reply. */
import { assign, emit, setup } from 'xstate';
import { Failure, isTransient } from '#src/shared/failure.ts';
import {
  retryChanges,
  startSave,
  submitChange,
  differences,
  endChange,
  nextPending,
  readTeams,
  renewKeys,
  sameTeams,
  restartEdit,
  rebase,
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
  actors: { readTeams, submitChange, renewKeys },
  actions: {
    rebase: assign(({ context }, { teams }: { teams: Teams }) => rebase(context, teams)),
    startSave: assign(({ context }) => startSave(context)),
  },
  guards: {
    hasChanges: ({ context }) => differences(context).length > 0,
    hasNoChanges: ({ context }) => differences(context).length === 0,
    anyPending: ({ context }) => nextPending(context) !== undefined,
    renewalDue: ({ context: { renew, keyLost, renewal } }) => renew && keyLost && renewal === 'none',
    anyFailed: ({ context: { changes, renewal } }) =>
      renewal instanceof Failure || changes.some(({ state }) => state === 'error'),
  },
}).createMachine({
  id: 'teamEdit',
  context: ({ input }) => ({ ...noEdits, ...input }),
  initial: 'editing',
  states: {
    editing: {
      initial: 'idle',
      states: {
        idle: {},
        // After saving. The user can continue meanwhile.
        refreshing: {
          invoke: {
            src: 'readTeams',
            onDone: {
              target: 'idle',
              actions: { type: 'rebase', params: ({ event }) => ({ teams: event.output }) },
            },
            onError: 'idle',
          },
        },
      },
      on: {
        'teams.read': { actions: { type: 'rebase', params: ({ event }) => event } },
        'member.added': {
          actions: assign(({ context, event: { team, person } }) => ({
            edited: withTeamChanged(context.edited, team, (each) => withMember(each, person)),
          })),
        },
        'member.removed': [
          {
            guard: ({ context, event: { team, person } }) => isMember(context.edited, team, person),
            actions: assign(({ context, event: { team, person } }) => ({
              edited: withTeamChanged(context.edited, team, (each) => withoutMember(each, person)),
            })),
          },
          { actions: emit({ type: 'member.missing' }) },
        ],
        'fields.chosen': {
          actions: assign(({ context, event: { team, fields } }) => ({
            edited: withTeamChanged(context.edited, team, (each) => ({ ...each, fields })),
          })),
        },
        'upload.chosen': {
          actions: assign(({ context, event: { team, upload } }) => ({
            edited: withTeamChanged(context.edited, team, (each) => ({ ...each, canUpload: upload })),
          })),
        },
        'edits.cancelled': {
          actions: assign(({ context: { saved } }) => ({ edited: saved, othersChanges: [] })),
        },
        'save.pressed': { guard: 'hasChanges', target: 'reviewing' },
      },
    },
    reviewing: {
      tags: 'dialog',
      always: { guard: 'hasNoChanges', target: 'editing' },
      exit: assign({ failure: null }),
      on: {
        'teams.read': { actions: { type: 'rebase', params: ({ event }) => event } },
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
        src: 'readTeams',
        onDone: [
          {
            guard: ({ context, event }) => sameTeams(context.saved, event.output),
            target: 'saving',
            actions: 'startSave',
          },
          {
            target: 'reviewing',
            actions: { type: 'rebase', params: ({ event }) => ({ teams: event.output }) },
          },
        ],
        onError: [
          // The service is unreachable: the changes go to the outbox.
          { guard: ({ event }) => isTransient(event.error), target: 'saving', actions: 'startSave' },
          {
            target: 'reviewing',
            actions: assign(({ event }) => ({ failure: Failure.from(event.error) })),
          },
        ],
      },
    },
    saving: {
      tags: ['dialog', 'busy'],
      initial: 'next',
      states: {
        next: {
          always: [
            { guard: 'anyPending', target: 'sending' },
            { guard: 'renewalDue', target: 'renewing' },
            { target: '#teamEdit.saved' },
          ],
        },
        sending: {
          invoke: {
            src: 'submitChange',
            // `next` has checked that there is one.
            input: ({ context }) => ({ edit: context, change: nextPending(context)! }),
            onDone: {
              target: 'next',
              actions: assign(({ context, event: { output } }) =>
                endChange(context, output === 'sent' ? 'success' : 'queued'),
              ),
            },
            onError: {
              target: 'next',
              actions: assign(({ context, event }) =>
                endChange(context, 'error', Failure.from(event.error).message),
              ),
            },
          },
        },
        renewing: {
          invoke: {
            src: 'renewKeys',
            input: ({ context: { schema } }) => ({ schema }),
            onDone: { target: 'next', actions: assign({ renewal: 'done', keyLost: false }) },
            onError: {
              target: 'next',
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
          actions: assign(({ context }) => retryChanges(context)),
        },
        'dialog.closed': {
          target: 'editing.refreshing',
          actions: assign(({ context }) => restartEdit(context)),
        },
      },
    },
  },
});
