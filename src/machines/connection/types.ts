/** Context, events and actors of the connection. `effects.ts` provides the actor. */
import { fromCallback } from 'xstate';
import type { Connection } from '#src/shared/connection.ts';

export type ConnectionEvent = { type: 'connection.changed'; now: Connection };

/** Reports who can be reached, at once and whenever that changes. Does nothing unless provided. */
export const watch = fromCallback<ConnectionEvent>(() => undefined);
