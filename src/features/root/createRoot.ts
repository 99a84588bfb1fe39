/** Creates the root of a page. */
import type { Actors } from '#src/machines/root/effects.ts';
import { createBeforeUnloadGuard } from '#src/shared/tabs/beforeUnloadGuard.ts';
import { createConsent } from './consent.ts';
import { createInstallOffer } from './installOffer.ts';
import type { Root } from './RootContext.ts';

type Start = typeof import('#src/machines/root/effects.ts').startActors;

const load = async (): Promise<Start> => (await import('#src/machines/root/effects.ts')).startActors;

export function createRoot(): Root {
  const guard = createBeforeUnloadGuard();
  let actors: Promise<Actors> | undefined;
  let started: Actors | null = null;
  const start = async () => (started = (await load())(guard));
  return {
    actors: () =>
      (actors ??= start().catch((thrown: unknown) => {
        // The code could not be loaded: the next call tries again.
        actors = undefined;
        throw thrown;
      })),
    started: () => started,
    guard,
    installOffer: createInstallOffer(),
    consent: createConsent(),
    errorReports: { sent: 0 },
    invitation: { link: null },
  };
}
