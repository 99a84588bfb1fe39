/** The alerts on the screen: each once, some for a while, some never again. */
import { assign, cancel, enqueueActions, raise, setup, fromPromise } from 'xstate';
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
export const recall = fromPromise<string[]>(() => {
  throw new Failure('unexpected', 'The alerts machine was started without its wiring.');
});

const isNews = (alerts: Alerts, alert: Alert) =>
  !alerts.muted.includes(alert.id) && !alerts.shown.some((other) => sameNews(other, alert));

const countDown = ({ id, duration }: Alert) =>
  raise<Alerts, AlertsEvent, AlertsEvent, undefined>(
    { type: 'alert.dismissed', id },
    { id, delay: (duration ?? 0) * 1000 },
  );

/** Knows which alerts are shown and performs nothing: `recall` and `store` are provided. */
export const alertsMachine = setup({
  types: {} as { context: Alerts; events: AlertsEvent },
  actors: { recall },
  actions: {
    /** Keeps a muted id for the next visits. */
    store: (_, _params: { id: string }) => undefined,
  },
}).createMachine({
  id: 'alerts',
  context: { shown: [], muted: [] },
  initial: 'running',
  invoke: {
    src: 'recall',
    onDone: { actions: assign({ muted: ({ event }) => event.output }) },
  },
  on: {
    'alert.raised': {
      guard: ({ context, event }) => isNews(context, event.alert),
      actions: assign({ shown: ({ context, event }) => [...context.shown, event.alert] }),
    },
    'alert.dismissed': {
      actions: [
        assign({ shown: ({ context, event }) => context.shown.filter(({ id }) => id !== event.id) }),
        cancel(({ event }) => event.id),
      ],
    },
    'alert.muted': {
      actions: [
        { type: 'store', params: ({ event }) => ({ id: event.id }) },
        assign({
          shown: ({ context, event }) => context.shown.filter(({ id }) => id !== event.id),
          muted: ({ context, event }) => [...context.muted, event.id],
        }),
        cancel(({ event }) => event.id),
      ],
    },
    'alerts.cleared': {
      actions: assign({
        shown: ({ context, event }) =>
          context.shown.filter(({ source }) => event.source !== undefined && source !== event.source),
      }),
    },
    'person.changed': { target: '#alerts', reenter: true, actions: assign({ muted: [] }) },
  },
});
