/** The decryption of one cell for a short time. */
import { assign, emit, setup } from 'xstate';
import { Failure } from '#src/shared/failure.ts';
import {
  decryptCell,
  endPeek,
  noPeek,
  type DecryptionFailed,
  type PeekContext,
  type PeekEvent,
} from './types.ts';

/** One cell at a time. Leaving `peeking` drops the value. Pure: actors are provided. */
export const peekMachine = setup({
  types: {} as { context: PeekContext; events: PeekEvent; emitted: DecryptionFailed },
  actors: { decryptCell, endPeek },
}).createMachine({
  id: 'peek',
  context: noPeek,
  initial: 'hidden',
  on: {
    'peek.pressed': {
      target: '.peeking',
      reenter: true,
      actions: assign(({ event }) => ({ cell: event.cell, value: null })),
    },
  },
  states: {
    hidden: { entry: assign(noPeek) },
    peeking: {
      initial: 'decrypting',
      invoke: { src: 'endPeek' },
      on: {
        'hide.pressed': 'hidden',
        'page.shown': 'hidden',
        'view.inactive': 'hidden',
        'session.ended': 'hidden',
      },
      states: {
        decrypting: {
          invoke: {
            src: 'decryptCell',
            input: ({ context }) => context.cell!,
            onDone: { target: 'shown', actions: assign(({ event }) => ({ value: event.output })) },
            onError: {
              target: '#peek.hidden',
              actions: emit(({ event }) => ({
                type: 'decryption.failed',
                failure: Failure.from(event.error),
              })),
            },
          },
        },
        shown: {},
      },
    },
  },
});
