/** The alerts on the screen, without duplicates and muted ones, and their history. */
import { assign, enqueueActions, fromPromise, setup, type DoneActorEvent } from 'xstate';
import type { Alert } from './alert.ts';
import { Failure } from '#src/shared/failure.ts';
import {
  cleared,
  dismissed,
  clearedFromHistory,
  withMutedIds,
  muted,
  undoNoteId,
  noAlerts,
  raised,
  findDuplicate,
  unmuted,
  type AlertsContext,
} from './types.ts';

export type AlertsEvent =
  | { type: 'alert.raised'; alert: Alert }
  | { type: 'alert.dismissed'; id: string }
  /** The muted id is stored. */
  | { type: 'alert.muted'; id: string }
  /** The muted id is deleted. */
  | { type: 'alert.unmuted'; id: string }
  /** All muted ids are deleted. */
  | { type: 'alerts.unmuted' }
  /** Removes all alerts, or those of one source, from the screen. */
  | { type: 'alerts.cleared'; source?: string }
  /** Removes them from the history too. */
  | { type: 'history.cleared'; source?: string }
  | { type: 'history.read' }
  | { type: 'alerts.held' }
  | { type: 'alerts.released' }
  /** A user has signed in: the muted ids have to be loaded. */
  | { type: 'person.arrived' }
  /** The user has left: removes all alerts. */
  | { type: 'person.left' };

/** Loads the muted ids. Provided by `effects.ts`. */
const recall = fromPromise<string[]>(() => {
  throw new Failure('unexpected', 'The alerts machine was started without its effects.');
});

/** The alerts whose timers start: none while timers are held. */
const counting = ({ held }: AlertsContext, alert: Alert | undefined) => (held ? [] : [alert]);

type Raising = { context: AlertsContext; event: Extract<AlertsEvent, { type: 'alert.raised' }> };
type Answer = { context: AlertsContext; event: DoneActorEvent<string[]> };
/** Loads the muted ids. Alerts that may be muted wait until then; ids muted meanwhile are added. */
const recalling = {
  on: {
    'alert.raised': {
      guard: { type: 'mayBeMuted', params: ({ event }: Raising) => event.alert },
      actions: {
        type: 'take',
        params: ({ context, event }: Raising) => ({ waiting: [...context.waiting, event.alert] }),
      },
    },
  },
  invoke: {
    src: 'recall',
    onDone: {
      target: 'known',
      actions: {
        type: 'take',
        params: ({ context, event }: Answer) => ({ muted: withMutedIds(context, ...event.output) }),
      },
    },
    onError: 'known',
  },
} as const;

/** The alerts on the screen. Pure: `recall` is provided. */
export const alertsMachine = setup({
  types: {} as { context: AlertsContext; events: AlertsEvent },
  actors: { recall },
  actions: {
    /** Starts, or restarts, the timers that dismiss alerts after their duration. */
    countDown: enqueueActions(({ enqueue }, alerts: (Alert | undefined)[]) => {
      for (const alert of alerts) {
        if (alert?.duration === undefined) continue;
        const { id, duration } = alert;
        enqueue.cancel(id);
        enqueue.raise({ type: 'alert.dismissed', id }, { id, delay: duration * 1000 });
      }
    }),
    stopClocks: enqueueActions(({ enqueue, context }) => {
      for (const { id } of context.shown) enqueue.cancel(id);
    }),
    take: assign((_, next: Partial<AlertsContext>) => next),
    /** Raises the alerts that were waiting. */
    raiseWaiting: enqueueActions(({ enqueue, context }) => {
      for (const alert of context.waiting) enqueue.raise({ type: 'alert.raised', alert });
      enqueue.assign({ waiting: [] });
    }),
  },
  guards: {
    mayBeMuted: (_, { dontShowAgain }: Alert) => dontShowAgain === true,
    isWanted: ({ context }, alert: Alert) => !context.muted.includes(alert.id),
  },
}).createMachine({
  id: 'alerts',
  context: noAlerts,
  on: {
    'alert.raised': {
      guard: { type: 'isWanted', params: ({ event }) => event.alert },
      actions: [
        { type: 'take', params: ({ context, event }) => raised(context, event.alert) },
        {
          type: 'countDown',
          params: ({ context, event }) => counting(context, findDuplicate(context, event.alert)),
        },
      ],
    },
    'alert.dismissed': {
      actions: { type: 'take', params: ({ context, event }) => dismissed(context, event.id) },
    },
    'alert.muted': {
      actions: [
        { type: 'take', params: ({ context, event }) => muted(context, event.id) },
        {
          type: 'countDown',
          params: ({ context, event }) =>
            counting(
              context,
              context.shown.find(({ id }) => id === undoNoteId(event.id)),
            ),
        },
      ],
    },
    'alert.unmuted': {
      actions: { type: 'take', params: ({ context, event }) => unmuted(context, event.id) },
    },
    'alerts.unmuted': {
      actions: { type: 'take', params: { muted: [] } },
    },
    'alerts.cleared': {
      actions: { type: 'take', params: ({ context, event }) => cleared(context, event.source) },
    },
    'history.cleared': {
      actions: { type: 'take', params: ({ context, event }) => clearedFromHistory(context, event.source) },
    },
    'history.read': { actions: { type: 'take', params: { unread: 0 } } },
    'alerts.held': { actions: ['stopClocks', { type: 'take', params: { held: true } }] },
    'alerts.released': {
      actions: [
        { type: 'take', params: { held: false } },
        { type: 'countDown', params: ({ context }) => context.shown },
      ],
    },
    'person.arrived': { target: '.recalling' },
    'person.left': { actions: { type: 'take', params: noAlerts } },
  },
  initial: 'recalling',
  states: {
    recalling,
    known: { tags: 'known', entry: 'raiseWaiting', on: { 'person.arrived': 'recallingAgain' } },
    /** Uses the previous ids until the new ones are loaded. */
    recallingAgain: { tags: 'known', ...recalling },
  },
});
