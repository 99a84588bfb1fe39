/** Context, events and actors of the connection. `effects.ts` provides the actor. */
import { fromCallback } from 'xstate';
import type { Connection } from '#src/shared/connection.ts';

export type ConnectionEvent = { type: 'connection.changed'; connection: Connection };

/** Reports the connection at once and whenever it changes. Does nothing unless provided. */
export const watch = fromCallback<ConnectionEvent>(() => undefined);
