/** The update to a new build: offered, postponed, and installed when no tab would lose data in a reload. */
import { assign, setup } from 'xstate';
import {
  findBusyTabs,
  findNewerBuild,
  noUpdate,
  reload,
  watch,
  type UpdateContext,
  type UpdateEvent,
} from './types.ts';

/** The page reloads anyway if the activated worker has not reported by then. */
const activationTimeoutMs = 5000;

/**
 * Pure: actors, actions and guards are provided. A busy tab is not reloaded without the user: while `superseded`, it continues
 * with its old build.
 */
export const updateMachine = setup({
  types: {} as { context: UpdateContext; events: UpdateEvent },
  actors: { findBusyTabs, findNewerBuild, reload, watch },
  delays: { activationTimeoutMs, snoozedMs: () => 0 },
  guards: {
    isSnoozed: () => false,
    /** A reload of this tab would lose data. */
    isBusy: () => false,
    isNoTabBusy: (_, busy: UpdateContext['busy']) => busy.length === 0,
    isFound: (_, found: boolean) => found,
  },
  actions: {
    /** Makes the waiting worker take over all tabs. */
    activateWorker: () => undefined,
    /** Hides the offer for a day. */
    snooze: () => undefined,
    /** Notifies the other tabs that the offer was postponed. */
    postPostponed: () => undefined,
  },
}).createMachine({
  id: 'update',
  context: noUpdate,
  invoke: { src: 'watch' },
  initial: 'none',
  on: {
    'worker.changed': [{ guard: 'isBusy', target: '.superseded' }, { target: '.reloading' }],
    'file.missing': '.searching',
    'client.outdated': { actions: assign({ updateRequired: true }) },
  },
  states: {
    none: {
      on: { 'worker.waiting': 'waiting', 'update.pressed': 'searching' },
      exit: assign({ unreachable: false }),
    },
    waiting: {
      initial: 'checking',
      on: { 'update.pressed': 'askingTabs' },
      states: {
        checking: { always: [{ guard: 'isSnoozed', target: 'snoozed' }, { target: 'offered' }] },
        offered: {
          on: {
            'update.postponed': { target: 'snoozed', actions: ['snooze', 'postPostponed'] },
            // The cookie of the other tab may not be readable in this one yet.
            'otherTab.postponed': { target: 'snoozed', actions: 'snooze' },
          },
        },
        snoozed: { after: { snoozedMs: 'offered' } },
      },
    },
    askingTabs: {
      tags: 'inProgress',
      invoke: {
        src: 'findBusyTabs',
        onDone: [
          { guard: { type: 'isNoTabBusy', params: ({ event }) => event.output }, target: 'activating' },
          { target: 'blocked', actions: assign({ busy: ({ event }) => event.output }) },
        ],
      },
    },
    /** A tab would lose data. */
    blocked: {
      on: {
        'update.pressed': 'askingTabs',
        'update.postponed': { target: 'waiting.snoozed', actions: ['snooze', 'postPostponed'] },
      },
      exit: assign({ busy: [] }),
    },
    activating: {
      tags: 'inProgress',
      entry: 'activateWorker',
      after: { activationTimeoutMs: 'reloading' },
    },
    /** Looks for a newer build, because this one fails or the user asked for an update. */
    searching: {
      tags: 'inProgress',
      invoke: {
        src: 'findNewerBuild',
        onDone: [
          { guard: { type: 'isFound', params: ({ event }) => event.output }, target: 'askingTabs' },
          { target: 'reloading', actions: assign({ withoutWorker: true }) },
        ],
        onError: { target: 'none', actions: assign({ unreachable: true }) },
      },
    },
    superseded: { on: { 'worker.changed': {}, 'file.missing': {}, 'update.pressed': 'reloading' } },
    reloading: {
      tags: 'inProgress',
      on: { 'worker.changed': {}, 'file.missing': {} },
      invoke: {
        src: 'reload',
        input: ({ context: { withoutWorker } }) => ({ withoutWorker }),
        onError: 'failed',
      },
    },
    /** The page was reloaded before for the same reason, without success. */
    failed: { on: { 'worker.changed': {}, 'file.missing': {} } },
  },
});
