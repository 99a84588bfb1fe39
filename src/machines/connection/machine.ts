/** Which servers are reachable, according to shared/connection.ts. */
import { setup } from 'xstate';
import type { Connection } from '#src/shared/connection.ts';
import { watch, type ConnectionEvent } from './types.ts';

export const connectionMachine = setup({
  types: {} as { events: ConnectionEvent },
  actors: { watch },
  guards: { is: ({ event }, state: Connection) => event.connection === state },
}).createMachine({
  id: 'connection',
  invoke: { src: 'watch' },
  on: {
    'connection.changed': [
      { guard: { type: 'is', params: 'no-network' }, target: '.no-network' },
      { guard: { type: 'is', params: 'service-down' }, target: '.service-down' },
      { guard: { type: 'is', params: 'proxy-down' }, target: '.proxy-down' },
      { target: '.online' },
    ],
  },
  initial: 'online',
  states: { online: {}, 'no-network': {}, 'service-down': {}, 'proxy-down': {} },
});
