/** The alerts on the screen, without duplicates and muted ones, and their history. */
import { assign, enqueueActions, setup, type DoneActorEvent } from 'xstate';
import {
  cleared,
  dismissed,
  clearedFromHistory,
  withMutedIds,
  muted,
  undoAlertId,
  noAlerts,
  raised,
  findDuplicate,
  unmuted,
  loadMutedIds,
  type Alert,
  type AlertsContext,
  type AlertsEvent,
} from './types.ts';

/** The alerts whose timers start: none while timers are paused. */
const alertsToTime = ({ paused }: AlertsContext, alert: Alert | undefined) => (paused ? [] : [alert]);

type Raised = { context: AlertsContext; event: Extract<AlertsEvent, { type: 'alert.raised' }> };
type Loaded = { context: AlertsContext; event: DoneActorEvent<string[]> };
/** Loads the muted ids. Alerts that may be muted are pending until then; ids that are muted meanwhile are added. */
const loading = {
  on: {
    'alert.raised': {
      guard: { type: 'mayBeMuted', params: ({ event }: Raised) => event.alert },
      actions: {
        type: 'update',
        params: ({ context, event }: Raised) => ({ pending: [...context.pending, event.alert] }),
      },
    },
  },
  invoke: {
    src: 'loadMutedIds',
    onDone: {
      target: 'ready',
      actions: {
        type: 'update',
        params: ({ context, event }: Loaded) => ({ muted: withMutedIds(context, ...event.output) }),
      },
    },
    onError: 'ready',
  },
} as const;

/** The alerts on the screen. Pure: `loadMutedIds` is provided. */
export const alertsMachine = setup({
  types: {} as { context: AlertsContext; events: AlertsEvent },
  actors: { loadMutedIds },
  actions: {
    /** Starts, or restarts, the timers that dismiss alerts after their duration. */
    startTimers: enqueueActions(({ enqueue }, alerts: (Alert | undefined)[]) => {
      for (const alert of alerts) {
        if (alert?.duration === undefined) continue;
        const { id, duration } = alert;
        enqueue.cancel(id);
        enqueue.raise({ type: 'alert.dismissed', id }, { id, delay: duration * 1000 });
      }
    }),
    stopTimers: enqueueActions(({ enqueue, context }) => {
      for (const { id } of context.shown) enqueue.cancel(id);
    }),
    update: assign((_, next: Partial<AlertsContext>) => next),
    /** Raises the pending alerts. */
    raisePending: enqueueActions(({ enqueue, context }) => {
      for (const alert of context.pending) enqueue.raise({ type: 'alert.raised', alert });
      enqueue.assign({ pending: [] });
    }),
  },
  guards: {
    mayBeMuted: (_, { dontShowAgain }: Alert) => dontShowAgain === true,
    isNotMuted: ({ context }, alert: Alert) => !context.muted.includes(alert.id),
  },
}).createMachine({
  id: 'alerts',
  context: noAlerts,
  on: {
    'alert.raised': {
      guard: { type: 'isNotMuted', params: ({ event }) => event.alert },
      actions: [
        { type: 'update', params: ({ context, event }) => raised(context, event.alert) },
        {
          type: 'startTimers',
          params: ({ context, event }) => alertsToTime(context, findDuplicate(context, event.alert)),
        },
      ],
    },
    'alert.dismissed': {
      actions: { type: 'update', params: ({ context, event }) => dismissed(context, event.id) },
    },
    'alert.muted': {
      actions: [
        { type: 'update', params: ({ context, event }) => muted(context, event.id) },
        {
          type: 'startTimers',
          params: ({ context, event }) =>
            alertsToTime(
              context,
              context.shown.find(({ id }) => id === undoAlertId(event.id)),
            ),
        },
      ],
    },
    'alert.unmuted': {
      actions: { type: 'update', params: ({ context, event }) => unmuted(context, event.id) },
    },
    'alerts.unmuted': {
      actions: { type: 'update', params: { muted: [] } },
    },
    'alerts.cleared': {
      actions: { type: 'update', params: ({ context, event }) => cleared(context, event.source) },
    },
    'history.cleared': {
      actions: { type: 'update', params: ({ context, event }) => clearedFromHistory(context, event.source) },
    },
    'history.read': { actions: { type: 'update', params: { unread: 0 } } },
    'timers.paused': { actions: ['stopTimers', { type: 'update', params: { paused: true } }] },
    'timers.resumed': {
      actions: [
        { type: 'update', params: { paused: false } },
        { type: 'startTimers', params: ({ context }) => context.shown },
      ],
    },
    'user.signedIn': { target: '.loading' },
    'user.signedOut': { actions: { type: 'update', params: noAlerts } },
  },
  initial: 'loading',
  states: {
    loading,
    ready: { tags: 'ready', entry: 'raisePending', on: { 'user.signedIn': 'reloading' } },
    /** Uses the previous ids until the new ones are loaded. */
    reloading: { tags: 'ready', ...loading },
  },
});
