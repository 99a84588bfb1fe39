/** A look into one sealed cell of a page of records. */
import { assign, emit, setup } from 'xstate';
import { Failure } from '#src/shared/failure.ts';
import { nothing, open, watch, type OpeningFailed, type Peek, type PeekEvent } from './types.ts';

/** One cell at a time; whatever ends the look drops its value. Knows every state, performs nothing. */
export const peekMachine = setup({
  types: {} as { context: Peek; events: PeekEvent; emitted: OpeningFailed },
  actors: { open, watch },
}).createMachine({
  id: 'peek',
  context: nothing,
  initial: 'sealed',
  on: {
    'peek.pressed': {
      target: '.looking',
      reenter: true,
      actions: assign(({ event }) => ({ cell: event.cell, value: null })),
    },
  },
  states: {
    sealed: { entry: assign(nothing) },
    looking: {
      initial: 'opening',
      invoke: { src: 'watch' },
      on: {
        'hide.pressed': 'sealed',
        'page.shown': 'sealed',
        'view.unseen': 'sealed',
        'session.ended': 'sealed',
      },
      states: {
        opening: {
          invoke: {
            src: 'open',
            input: ({ context }) => context.cell!,
            onDone: { target: 'open', actions: assign(({ event }) => ({ value: event.output })) },
            onError: {
              target: '#peek.sealed',
              actions: emit(({ event }) => ({
                type: 'opening.failed',
                failure: Failure.from(event.error),
              })),
            },
          },
        },
        open: {},
      },
    },
  },
});
