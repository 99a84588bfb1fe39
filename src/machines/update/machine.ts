/** A new build of the console: offered, put off, and brought in when no tab has anything to lose by it. */
import { assign, setup } from 'xstate';
import { ask, noUpdate, reload, seek, watch, type UpdateContext, type UpdateEvent } from './types.ts';

/** Milliseconds. A worker that was told to take over and is silent for so long has been overlooked: the page loads anyway. */
const patience = 5000;

/**
 * Knows every state of an update and performs nothing. A tab that is busy is never loaded anew: while `overtaken`, it goes
 * on in its old build until its reader says so.
 */
export const updateMachine = setup({
  types: {} as { context: UpdateContext; events: UpdateEvent },
  actors: { ask, seek, reload, watch },
  delays: { patience, rest: () => 0 },
  guards: {
    /** The offer was put off not long ago. */
    isQuiet: () => false,
    isBusyHere: () => false,
    isFree: (_, busy: UpdateContext['busy']) => busy.length === 0,
    isFound: (_, found: boolean) => found,
  },
  actions: {
    /** Tells the waiting worker to take over. */
    activate: () => undefined,
    /** Keeps the offer quiet for a day. */
    hush: () => undefined,
    /** Tells the other tabs that it was put off. */
    tell: () => undefined,
  },
}).createMachine({
  id: 'update',
  context: noUpdate,
  invoke: { src: 'watch' },
  initial: 'none',
  on: {
    'worker.changed': [{ guard: 'isBusyHere', target: '.overtaken' }, { target: '.reloading' }],
    'file.missing': '.seeking',
    'client.refused': { actions: assign({ updateRequired: true }) },
  },
  states: {
    none: {
      on: { 'worker.waiting': 'waiting', 'update.pressed': 'seeking' },
      exit: assign({ unreachable: false }),
    },
    waiting: {
      initial: 'arriving',
      on: { 'update.pressed': 'asking' },
      states: {
        arriving: { always: [{ guard: 'isQuiet', target: 'quiet' }, { target: 'offered' }] },
        offered: {
          on: {
            'update.postponed': { target: 'quiet', actions: ['hush', 'tell'] },
            // What another tab has written down may not be readable here yet.
            'elsewhere.postponed': { target: 'quiet', actions: 'hush' },
          },
        },
        quiet: { after: { rest: 'offered' } },
      },
    },
    asking: {
      tags: 'coming',
      invoke: {
        src: 'ask',
        onDone: [
          { guard: { type: 'isFree', params: ({ event }) => event.output }, target: 'activating' },
          { target: 'hindered', actions: assign({ busy: ({ event }) => event.output }) },
        ],
      },
    },
    hindered: {
      on: {
        'update.pressed': 'asking',
        'update.postponed': { target: 'waiting.quiet', actions: ['hush', 'tell'] },
      },
      exit: assign({ busy: [] }),
    },
    activating: { tags: 'coming', entry: 'activate', after: { patience: 'reloading' } },
    /** Is there a newer build than this one, which doesn't work? */
    seeking: {
      tags: 'coming',
      invoke: {
        src: 'seek',
        onDone: [
          { guard: { type: 'isFound', params: ({ event }) => event.output }, target: 'asking' },
          { target: 'reloading', actions: assign({ afresh: true }) },
        ],
        onError: { target: 'none', actions: assign({ unreachable: true }) },
      },
    },
    overtaken: { on: { 'worker.changed': {}, 'file.missing': {}, 'update.pressed': 'reloading' } },
    reloading: {
      tags: 'coming',
      on: { 'worker.changed': {}, 'file.missing': {} },
      invoke: {
        src: 'reload',
        input: ({ context: { afresh } }) => ({ afresh }),
        onError: 'stuck',
      },
    },
    /** It was loaded anew for this reason before, and is still the same. */
    stuck: { on: { 'worker.changed': {}, 'file.missing': {} } },
  },
});
