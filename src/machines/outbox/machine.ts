/** The queue of changes that have not been sent, and their delivery. */
import { assign, emit, fromCallback, fromPromise, setup } from 'xstate';
import { unprovided } from '../unprovided.ts';
import type { Change, ChangeKind } from './types.ts';

type ChangeSent = { type: 'change.sent'; kind: ChangeKind };

export type OutboxEvent =
  /** The stored changes, whenever one changes in this or another tab. */
  | { type: 'changes.read'; changes: Change[] }
  /** A stored change was sent by this or another tab. */
  | ChangeSent
  /** The service is reachable again, or the page is visible: retry now. */
  | { type: 'delivery.requested' };

/** The stored changes after a delivery, and whether all that could be sent was sent. */
export type DeliveryResult = { changes: Change[]; allDelivered: boolean };

/** Reports the stored changes at once and whenever they change. */
const watch = fromCallback<OutboxEvent>(unprovided);
/** Sends the queued changes, oldest first, in one tab at a time. */
const deliver = fromPromise<DeliveryResult>(unprovided);

/** Pure: `watch` and `deliver` are provided. Queued changes are retried; failed ones wait for the user. */
export const outboxMachine = setup({
  types: {} as { context: { changes: Change[] }; events: OutboxEvent; emitted: ChangeSent },
  actors: { watch, deliver },
  delays: { retryDelayMs: 5000 },
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
  initial: 'idle',
  states: {
    idle: { always: { guard: 'anyQueued', target: 'delivering' } },
    delivering: {
      invoke: {
        src: 'deliver',
        onDone: [
          {
            guard: ({ event }) => event.output.allDelivered,
            target: 'idle',
            actions: assign({ changes: ({ event }) => event.output.changes }),
          },
          { target: 'backoff', actions: assign({ changes: ({ event }) => event.output.changes }) },
        ],
        onError: 'backoff',
      },
    },
    backoff: {
      after: { retryDelayMs: 'idle' },
      on: { 'delivery.requested': 'idle' },
    },
  },
});
