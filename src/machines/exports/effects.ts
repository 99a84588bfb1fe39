/** Effects of the exports: the session, and the `beforeunload` guard. */
import { fromCallback } from 'xstate';
import type { BeforeUnloadGuard } from '#src/shared/tabs/beforeUnloadGuard.ts';
import { createExportMachine } from '../export/effects.ts';
import type { SessionActor } from '../session/effects.ts';
import { exportsMachine } from './machine.ts';
import type { ExportsEvent } from './types.ts';

/** Creates the exports machine of one page with its effects. @param guard - set while leaving the page would end an export. */
export const createExportsMachine = (guard: BeforeUnloadGuard) =>
  exportsMachine.provide({
    actors: {
      export: createExportMachine(),
      watch: fromCallback<ExportsEvent>(({ sendBack, system }) => {
        const session = system.get('session') as SessionActor;
        const subscription = session.subscribe((state) => {
          // The exports belong to the user, and end with the session.
          if (state.matches('signingOut') || state.hasTag('ended')) sendBack({ type: 'user.signedOut' });
        });
        return () => {
          subscription.unsubscribe();
          guard.set('export', false);
        };
      }),
    },
    actions: {
      observe: ({ self }, actor) => {
        actor?.subscribe(() => self.send({ type: 'export.changed' }));
      },
      setGuard: ({ context: { exports } }) =>
        guard.set(
          'export',
          exports.some((actor) => actor.getSnapshot().hasTag('writing')),
        ),
    },
  });
