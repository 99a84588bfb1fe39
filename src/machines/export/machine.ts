/** One export of records into a file. */
import { assign, sendTo, setup } from 'xstate';
import { writeRecords, type ExportContext, type ExportEvent, type ExportTarget } from './types.ts';

/** The rate is measured over at least one second. */
const minRateWindowMs = 1000;

function advance(
  { since }: ExportContext,
  { written, total, at }: { written: number; total: number; at: number },
): Partial<ExportContext> {
  const first = since ?? { at, written };
  const ms = at - first.at;
  const rate = ms < minRateWindowMs ? null : ((written - first.written) * 1000) / ms;
  return { written, total, since: first, rate };
}

/** Pure: `writeRecords` and `saveFile` are provided. */
export const exportMachine = setup({
  types: {} as { input: ExportTarget; context: ExportContext; events: ExportEvent },
  actors: { writeRecords },
  actions: {
    /** Saves the finished file, unless it was written into the chosen one. */
    saveFile: () => undefined,
  },
}).createMachine({
  id: 'export',
  context: ({ input }) => ({ ...input, written: 0, rate: null, since: null, failure: null, file: null }),
  initial: 'running',
  states: {
    running: {
      invoke: { id: 'writer', src: 'writeRecords', input: ({ context }) => context },
      on: {
        'export.completed': {
          target: 'completed',
          actions: assign(({ event: { records, file } }) => ({ written: records, total: records, file })),
        },
      },
      initial: 'writing',
      states: {
        writing: {
          tags: 'writing',
          on: {
            'records.written': { actions: assign(({ context, event }) => advance(context, event)) },
            'export.interrupted': {
              target: 'interrupted',
              actions: assign(({ event: { failure } }) => ({ failure, rate: null, since: null })),
            },
          },
        },
        interrupted: {
          tags: 'ended',
          on: {
            'again.pressed': {
              target: 'writing',
              actions: [assign({ failure: null }), sendTo('writer', { type: 'again.pressed' })],
            },
          },
        },
      },
    },
    completed: {
      tags: 'ended',
      entry: 'saveFile',
      on: { 'save.pressed': { actions: 'saveFile' } },
    },
  },
});
