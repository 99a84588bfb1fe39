/** Changes that wait for the service, and their delivery. */
import { assign, emit, fromCallback, fromPromise, setup } from 'xstate';
import { Failure } from '#src/shared/failure.ts';
import type { Change, ChangeKind } from './types.ts';

type ChangeSent = { type: 'change.sent'; kind: ChangeKind };

export type OutboxEvent =
  /** What is kept, whenever that changes, here or in another tab. */
  | { type: 'changes.read'; changes: Change[] }
  /** A change that waited has been carried out, in whichever tab. */
  | ChangeSent
  /** The service answers again, or the page is in sight: no need to wait any longer. */
  | { type: 'delivery.wanted' };

/** What is kept afterwards, and whether everything that could go has gone. */
export type DeliveryResult = { changes: Change[]; allDelivered: boolean };

const unwired = () => {
  throw new Failure('unexpected', 'The outbox machine was started without its effects.');
};
/** Tells what is kept, at once and whenever it changes. */
const watch = fromCallback<OutboxEvent>(unwired);
/** Sends what is queued, the oldest first, as the only tab that does. */
const deliver = fromPromise<DeliveryResult>(unwired);

/** Knows what waits and performs nothing. What has failed waits for a person; what is queued is tried again by itself. */
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
