/** A page of records, encrypted or decrypted. */
import { assign, emit, setup } from 'xstate';
import { Failure } from '#src/shared/failure.ts';
import {
  decryptPage,
  sealedRecords,
  noFieldNames,
  nothingOpened,
  pruneRecords,
  watch,
  withFieldNames,
  type DecryptionFailed,
  type RecordsViewContext,
  type RecordsViewEvent,
} from './types.ts';

/**
 * Encrypted by default. Leaving the state `decrypted`, by a button, or after a failure or inactivity, drops all decrypted values.
 */
export const recordsViewMachine = setup({
  types: {} as { context: RecordsViewContext; events: RecordsViewEvent; emitted: DecryptionFailed },
  actors: { decryptPage, watch },
  guards: {
    isPermitted: ({ context }) => context.permitted === true,
    anySealed: ({ context }) => sealedRecords(context).length > 0,
  },
}).createMachine({
  id: 'recordsView',
  context: {
    records: [],
    permitted: null,
    failure: null,
    opened: nothingOpened,
    damaged: noFieldNames,
    empty: noFieldNames,
  },
  initial: 'encrypted',
  on: {
    'page.shown': { actions: assign(({ event }) => ({ records: event.records })) },
    'permission.known': { actions: assign(({ event }) => ({ permitted: event.permitted })) },
  },
  states: {
    encrypted: {
      on: {
        'decrypt.pressed': { target: 'decrypted', guard: 'isPermitted', actions: assign({ failure: null }) },
      },
    },
    decrypted: {
      initial: 'checking',
      invoke: { src: 'watch' },
      exit: assign({ opened: nothingOpened, damaged: noFieldNames, empty: noFieldNames }),
      on: {
        'encrypt.pressed': 'encrypted',
        'view.inactive': 'encrypted',
        'session.ended': 'encrypted',
        'page.shown': {
          target: '.checking',
          actions: assign(({ context, event: { records } }) => ({
            records,
            opened: pruneRecords(context.opened, context.records, records),
            damaged: pruneRecords(context.damaged, context.records, records),
            empty: pruneRecords(context.empty, context.records, records),
          })),
        },
      },
      states: {
        checking: {
          always: { target: 'decrypting', guard: 'anySealed' },
        },
        decrypting: {
          invoke: {
            src: 'decryptPage',
            input: ({ context }) => ({ records: sealedRecords(context) }),
            onDone: {
              target: 'checking',
              actions: assign(({ context, event }) => ({
                opened: new Map([
                  ...context.opened,
                  ...event.output.map(({ id, data }) => [id, data] as const),
                ]),
                damaged: withFieldNames(context.damaged, event.output, 'damaged'),
                empty: withFieldNames(context.empty, event.output, 'empty'),
              })),
            },
            onError: {
              target: '#recordsView.encrypted',
              actions: [
                assign(({ event }) => ({ failure: Failure.from(event.error) })),
                emit(({ event }) => ({ type: 'decryption.failed', failure: Failure.from(event.error) })),
              ],
            },
          },
        },
      },
    },
  },
});
