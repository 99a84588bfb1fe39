/** The root actor of a page: owns all actors that live as long as the page. */
import { fromCallback, setup, type ActorRefFrom } from 'xstate';
import { alertsMachine } from '../alerts/machine.ts';
import { connectionMachine } from '../connection/machine.ts';
import { exportsMachine } from '../exports/machine.ts';
import { outboxMachine } from '../outbox/machine.ts';
import { proposalMachine } from '../proposal/machine.ts';
import { sessionMachine } from '../session/machine.ts';
import { updateMachine } from '../update/machine.ts';
import { uploadsMachine } from '../uploads/machine.ts';

type RootActors = {
  session: ActorRefFrom<typeof sessionMachine>;
  alerts: ActorRefFrom<typeof alertsMachine>;
  connection: ActorRefFrom<typeof connectionMachine>;
  uploads: ActorRefFrom<typeof uploadsMachine>;
  exports: ActorRefFrom<typeof exportsMachine>;
  outbox: ActorRefFrom<typeof outboxMachine>;
  update: ActorRefFrom<typeof updateMachine>;
  proposal: ActorRefFrom<typeof proposalMachine>;
};

/** Passes the events of the HTTP client on to the session and the update. */
const watchHttp = fromCallback(() => undefined);

/** Children are found by name: `system.get('session')`. Observed children come before their observers. */
export const rootMachine = setup({
  types: {} as { context: RootActors },
  actors: {
    session: sessionMachine,
    alerts: alertsMachine,
    connection: connectionMachine,
    uploads: uploadsMachine,
    exports: exportsMachine,
    outbox: outboxMachine,
    update: updateMachine,
    proposal: proposalMachine,
    watchHttp,
  },
}).createMachine({
  id: 'root',
  context: ({ spawn }) => ({
    session: spawn('session', { systemId: 'session' }),
    alerts: spawn('alerts', { systemId: 'alerts' }),
    connection: spawn('connection', { systemId: 'connection' }),
    uploads: spawn('uploads', { systemId: 'uploads' }),
    exports: spawn('exports', { systemId: 'exports' }),
    outbox: spawn('outbox', { systemId: 'outbox' }),
    update: spawn('update', { systemId: 'update' }),
    proposal: spawn('proposal', { systemId: 'proposal' }),
  }),
  invoke: { src: 'watchHttp' },
});
