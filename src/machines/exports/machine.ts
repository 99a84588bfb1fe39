/** All exports of a page. They outlive dialogs and routes. */
import { assign, enqueueActions, setup } from 'xstate';
import { exportMachine } from '../export/machine.ts';
import { watch, type ExportActor, type ExportsContext, type ExportsEvent } from './types.ts';

/** Pure: spawns the exports; the other actions are provided. */
export const exportsMachine = setup({
  types: {} as { context: ExportsContext; events: ExportsEvent },
  actors: { export: exportMachine, watch },
  actions: {
    /** Sends `export.changed` for each change of an export. */
    observe: (_, _actor: ExportActor | undefined) => undefined,
    /** Sets the `beforeunload` guard while an export is running. */
    setGuard: () => undefined,
  },
}).createMachine({
  id: 'exports',
  context: { exports: [] },
  invoke: { src: 'watch' },
  on: {
    'export.requested': {
      actions: [
        assign({
          exports: ({ context: { exports }, event: { target }, spawn }) => [
            ...exports,
            spawn('export', { id: crypto.randomUUID(), input: target }),
          ],
        }),
        { type: 'observe', params: ({ context }) => context.exports.at(-1) },
        'setGuard',
      ],
    },
    'export.changed': { actions: 'setGuard' },
    'export.dismissed': {
      actions: [
        enqueueActions(({ enqueue, context: { exports }, event }) => {
          for (const actor of exports.filter(({ id }) => id === event.id)) enqueue.stopChild(actor);
          enqueue.assign({ exports: exports.filter(({ id }) => id !== event.id) });
        }),
        'setGuard',
      ],
    },
    'user.signedOut': {
      actions: [
        enqueueActions(({ enqueue, context: { exports } }) => {
          for (const actor of exports) enqueue.stopChild(actor);
          enqueue.assign({ exports: [] });
        }),
        'setGuard',
      ],
    },
  },
});
