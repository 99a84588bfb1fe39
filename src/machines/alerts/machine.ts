/** The alerts on the screen: each once, some for a while, some never again. */
import { assign, enqueueActions, fromPromise, setup } from 'xstate';
import { sameNews, type Alert } from '#src/lib/alert.ts';
import { Failure } from '#src/lib/failure.ts';

export type Alerts = {
  shown: Alert[];
  /** Ids that the person doesn't want to see again. */
  muted: string[];
};

export type AlertsEvent =
  | { type: 'alert.raised'; alert: Alert }
  | { type: 'alert.dismissed'; id: string }
  | { type: 'alert.muted'; id: string }
  /** All of them, or those of one source. */
  | { type: 'alerts.cleared'; source?: string }
  /** Somebody is reading: nothing goes by itself meanwhile. */
  | { type: 'alerts.held' }
  | { type: 'alerts.released' }
  /** Who is signed in has changed, and with it what is muted. */
  | { type: 'person.changed' };

/** Fetches the ids not to show. The wiring provides the real one. */
const recall = fromPromise<string[]>(() => {
  throw new Failure('unexpected', 'The alerts machine was started without its wiring.');
});

const isNews = (alerts: Alerts, alert: Alert) =>
  !alerts.muted.includes(alert.id) && !alerts.shown.some((other) => sameNews(other, alert));

const without = ({ shown }: Alerts, gone: string) => shown.filter(({ id }) => id !== gone);

/** Knows which alerts are shown and performs nothing: `recall` and `store` are provided. */
export const alertsMachine = setup({
  types: {} as { context: Alerts; events: AlertsEvent },
  actors: { recall },
  actions: {
    /** Keeps a muted id for the next visits. */
    store: (_, _params: { id: string }) => undefined,
    /** Lets an alert go by itself when its seconds are over. */
    countDown: enqueueActions(({ enqueue }, alerts: Alert[]) => {
      for (const { id, duration } of alerts) {
        if (duration !== undefined)
          enqueue.raise({ type: 'alert.dismissed', id }, { id, delay: duration * 1000 });
      }
    }),
    stopClocks: enqueueActions(({ enqueue, context }) => {
      for (const { id } of context.shown) enqueue.cancel(id);
    }),
    take: assign((_, shown: Alert[]) => ({ shown })),
  },
  guards: { isNews: ({ context }, alert: Alert) => isNews(context, alert) },
}).createMachine({
  id: 'alerts',
  context: { shown: [], muted: [] },
  type: 'parallel',
  on: {
    'alert.dismissed': {
      actions: { type: 'take', params: ({ context, event }) => without(context, event.id) },
    },
    'alert.muted': {
      actions: [
        { type: 'store', params: ({ event }) => event },
        { type: 'take', params: ({ context, event }) => without(context, event.id) },
        assign({ muted: ({ context, event }) => [...context.muted, event.id] }),
      ],
    },
    'alerts.cleared': {
      actions: {
        type: 'take',
        params: ({ context, event }) =>
          event.source === undefined ? [] : context.shown.filter(({ source }) => source !== event.source),
      },
    },
  },
  states: {
    memory: {
      initial: 'recalling',
      on: { 'person.changed': { target: '.recalling', actions: assign({ muted: [] }) } },
      states: {
        recalling: {
          invoke: {
            src: 'recall',
            onDone: { target: 'known', actions: assign({ muted: ({ event }) => event.output }) },
            onError: 'known',
          },
        },
        known: {},
      },
    },
    clock: {
      initial: 'running',
      states: {
        running: {
          on: {
            'alerts.held': { target: 'held', actions: 'stopClocks' },
            'alert.raised': {
              guard: { type: 'isNews', params: ({ event }) => event.alert },
              actions: [
                { type: 'take', params: ({ context, event }) => [...context.shown, event.alert] },
                { type: 'countDown', params: ({ event }) => [event.alert] },
              ],
            },
          },
        },
        held: {
          on: {
            'alerts.released': {
              target: 'running',
              actions: { type: 'countDown', params: ({ context }) => context.shown },
            },
            'alert.raised': {
              guard: { type: 'isNews', params: ({ event }) => event.alert },
              actions: { type: 'take', params: ({ context, event }) => [...context.shown, event.alert] },
            },
          },
        },
      },
    },
  },
});
