/** The decryption of one cell for a short time. */
import { assign, emit, setup } from 'xstate';
import { Failure } from '#src/shared/failure.ts';
import { noPeek, open, watch, type DecryptionFailed, type PeekContext, type PeekEvent } from './types.ts';

/** One cell at a time. Leaving `peeking` drops its value. Pure: actors are provided. */
export const peekMachine = setup({
  types: {} as { context: PeekContext; events: PeekEvent; emitted: DecryptionFailed },
  actors: { open, watch },
}).createMachine({
  id: 'peek',
  context: noPeek,
  initial: 'sealed',
  on: {
    'peek.pressed': {
      target: '.peeking',
      reenter: true,
      actions: assign(({ event }) => ({ cell: event.cell, value: null })),
    },
  },
  states: {
    sealed: { entry: assign(noPeek) },
    peeking: {
      initial: 'opening',
      invoke: { src: 'watch' },
      on: {
        'hide.pressed': 'sealed',
        'page.shown': 'sealed',
        'view.inactive': 'sealed',
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
                type: 'decryption.failed',
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
