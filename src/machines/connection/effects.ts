/** Effects of the connection: subscribes to shared/connection.ts. */
import { fromCallback } from 'xstate';
import { connection } from '#src/shared/connection.ts';
import type { ConnectionEvent } from './types.ts';
import { connectionMachine } from './machine.ts';

export const createConnectionMachine = () =>
  connectionMachine.provide({
    actors: {
      watch: fromCallback<ConnectionEvent>(({ sendBack }) => {
        const report = () => sendBack({ type: 'connection.changed', connection: connection.get() });
        report();
        return connection.subscribe(report);
      }),
    },
  });
