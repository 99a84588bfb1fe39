/** Changes that wait for the service, and their delivery. */
import { assign, emit, fromCallback, fromPromise, setup } from 'xstate';
import { Failure } from '#src/shared/failure.ts';
import type { Change, ChangeKind } from './types.ts';

type ChangeSent = { type: 'change.sent'; kind: ChangeKind };

export type OutboxEvent =
  /** The stored changes, whenever one changes in this or another tab. */
  | { type: 'changes.read'; changes: Change[] }
  /** A stored change was sent by this or another tab. */
  | ChangeSent
  /** The service is reachable again, or the page is visible: retry now. */
  | { type: 'delivery.wanted' };

/** The stored changes after a delivery, and whether all that could be sent was sent. */
export type DeliveryResult = { changes: Change[]; allDelivered: boolean };

const unwired = () => {
  throw new Failure('unexpected', 'The outbox machine was started without its effects.');
};
/** Reports the stored changes at once and whenever they change. */
const watch = fromCallback<OutboxEvent>(unwired);
/** Sends the queued changes, oldest first, in one tab at a time. */
const deliver = fromPromise<DeliveryResult>(unwired);

/** Pure: `watch` and `deliver` are provided. Queued changes are retried; failed ones wait for the user. */
export const outboxMachine = setup({
  types: {} as { context: { changes: Change[] }; events: OutboxEvent; emitted: ChangeSent },
  actors: { watch, deliver },
  delays: { patience: 5000 },
  guards: {
    anyQueued: ({ context }) => context.changes.some(({ state }) => state !== 'failed'),
  },
}).createMachine({
  id: 'outbox',
  context: { changes: [] },
  invoke: { src: 'watch' },
  on: {
    'changes.read': { actions: assign({ changes: ({ event }) => event.changes }) },
    'change.sent': { actions: emit(({ event }) => event) },
  },
  initial: 'resting',
  states: {
    resting: { always: { guard: 'anyQueued', target: 'delivering' } },
    delivering: {
      invoke: {
        src: 'deliver',
        onDone: [
          {
            guard: ({ event }) => event.output.allDelivered,
            target: 'resting',
            actions: assign({ changes: ({ event }) => event.output.changes }),
          },
          { target: 'waiting', actions: assign({ changes: ({ event }) => event.output.changes }) },
        ],
        onError: 'waiting',
      },
    },
    waiting: {
      after: { patience: 'resting' },
      on: { 'delivery.wanted': 'resting' },
    },
  },
});
