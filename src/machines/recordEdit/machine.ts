/** Adding, editing or duplicating one record. Pure: actors are provided by effects.ts. */
import { assign, setup } from 'xstate';
import { Failure } from '#src/shared/failure.ts';
import {
  attemptOf,
  isVersionConflict,
  read,
  save,
  type RecordEditContext,
  type RecordEditEvent,
  type RecordEditInput,
} from './types.ts';

/** Decrypted values are in this context only, and are dropped when the actor stops. */
export const recordEditMachine = setup({
  types: {} as { input: RecordEditInput; context: RecordEditContext; events: RecordEditEvent },
  actors: { read, save },
}).createMachine({
  id: 'recordEdit',
  context: ({ input }) => ({ ...input, values: null, attempt: null, failure: null, saved: null }),
  initial: 'preparing',
  states: {
    preparing: {
      always: [{ target: 'reading', guard: ({ context }) => context.record !== null }, { target: 'editing' }],
    },
    reading: {
      invoke: {
        src: 'read',
        input: ({ context }) => ({ record: context.record!, refetch: context.values !== null }),
        onDone: {
          target: 'editing',
          actions: assign(({ event }) => ({ ...event.output, failure: null })),
        },
        onError: {
          target: 'unreadable',
          actions: assign(({ event }) => ({ failure: Failure.from(event.error) })),
        },
      },
    },
    unreadable: { on: { 'retry.pressed': 'reading' } },
    editing: {
      on: {
        'save.pressed': {
          target: 'saving',
          actions: assign(({ context, event }) => ({ attempt: attemptOf(context, event), failure: null })),
        },
      },
    },
    saving: {
      invoke: {
        src: 'save',
        input: ({ context: { schema, kind, record, attempt } }) => ({ schema, kind, record, ...attempt! }),
        onDone: { target: 'saved', actions: assign(({ event }) => ({ saved: event.output })) },
        onError: [
          {
            target: 'conflict',
            guard: ({ event }) => isVersionConflict(Failure.from(event.error)),
            actions: assign(({ event }) => ({ failure: Failure.from(event.error) })),
          },
          {
            target: 'editing',
            actions: assign(({ event }) => ({ failure: Failure.from(event.error) })),
          },
        ],
      },
    },
    conflict: { on: { 'reload.pressed': 'reading' } },
    saved: { type: 'final' },
  },
});
