/** The alerts on the screen: each once, some for a while, some never again; and what was said before. */
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
  /** It is kept that this one isn't wanted again. */
  | { type: 'alert.muted'; id: string }
  /** That is no longer kept. */
  | { type: 'alert.unmuted'; id: string }
  /** Nothing of the kind is kept any longer. */
  | { type: 'alerts.unmuted' }
  /** All of them, or those of one source, leave the screen. */
  | { type: 'alerts.cleared'; source?: string }
  /** They leave the history too. */
  | { type: 'history.cleared'; source?: string }
  | { type: 'history.read' }
  | { type: 'alerts.held' }
  | { type: 'alerts.released' }
  /** Somebody is signed in, and with them what is muted. */
  | { type: 'person.arrived' }
  /** Nothing that was said to them is for anybody else. */
  | { type: 'person.left' };

/** Fetches the ids not to show. `effects.ts` provides the real one. */
const recall = fromPromise<string[]>(() => {
  throw new Failure('unexpected', 'The alerts machine was started without its effects.');
});

/** Whose clock starts: nobody's while somebody is reading. */
const counting = ({ held }: AlertsContext, alert: Alert | undefined) => (held ? [] : [alert]);

type Raising = { context: AlertsContext; event: Extract<AlertsEvent, { type: 'alert.raised' }> };
type Answer = { context: AlertsContext; event: DoneActorEvent<string[]> };
/** Finds out what is hidden for good. What may be among it is not shown meanwhile; what is hidden meanwhile is added. */
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

/** Knows which alerts are shown and performs nothing: `recall` is provided. */
export const alertsMachine = setup({
  types: {} as { context: AlertsContext; events: AlertsEvent },
  actors: { recall },
  actions: {
    /** Lets alerts go by themselves when their seconds are over; a clock that runs already starts anew. */
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
    /** What had to wait is news now, if it is wanted. */
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
    /** What was known holds until the answer is there. */
    recallingAgain: { tags: 'known', ...recalling },
  },
});
