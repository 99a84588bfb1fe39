/** Starts the actors of a page. */
import { createActor, fromCallback } from 'xstate';
import { http, type HttpEvent } from '#src/shared/http/http.ts';
import { createPersistStorage } from '#src/shared/storage/persistStorage.ts';
import type { BeforeUnloadGuard } from '#src/shared/tabs/beforeUnloadGuard.ts';
import { alertCommands, createAlertsMachine } from '../alerts/effects.ts';
import { createConnectionMachine } from '../connection/effects.ts';
import { createExportsMachine } from '../exports/effects.ts';
import { createTrace } from '../inspection/trace.ts';
import { createOutbox } from '../outbox/effects.ts';
import { createProposalMachine } from '../proposal/effects.ts';
import { regainAccess, createSessionMachine, type SessionActor } from '../session/effects.ts';
import { createUpdateMachine, type UpdateActor } from '../update/effects.ts';
import { createUploadsMachine } from '../uploads/effects.ts';
import { rootMachine } from './machine.ts';

const watchHttp = fromCallback(({ system }) => {
  const session = system.get('session') as SessionActor;
  const update = system.get('update') as UpdateActor;
  // A response may have reported that the console is outdated before the update actor existed.
  if (http.outdated) update.send({ type: 'client.outdated' });
  return http.subscribe((event: HttpEvent) => {
    if (event.type === 'access.lost') event.waitUntil(regainAccess(session));
    else if (event.type === 'user.replaced') session.send(event);
    else update.send(event);
  });
});

/** Starts the root actor of a page and its children. */
export function startActors(guard: BeforeUnloadGuard) {
  const trace = createTrace();
  const persistStorage = createPersistStorage();
  const outbox = createOutbox(persistStorage);
  const root = createActor(
    rootMachine.provide({
      actors: {
        session: createSessionMachine(guard),
        alerts: createAlertsMachine(),
        connection: createConnectionMachine(),
        uploads: createUploadsMachine(persistStorage, guard),
        exports: createExportsMachine(guard),
        outbox: outbox.machine,
        update: createUpdateMachine(guard),
        proposal: createProposalMachine(),
        watchHttp,
      },
    }),
    { inspect: trace.inspect },
  ).start();
  const { context: actors } = root.getSnapshot();
  return {
    ...actors,
    root,
    trace,
    ...alertCommands(actors.alerts),
    ...outbox.commands,
  };
}

export type Actors = ReturnType<typeof startActors>;
