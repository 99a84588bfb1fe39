/** The context that provides the root of a page to its components. */
import { createContext, use } from 'react';
import type { Actors } from '#src/machines/root/effects.ts';
import type { SignedLink } from '#src/machines/activation/types.ts';
import type { BeforeUnloadGuard } from '#src/shared/tabs/beforeUnloadGuard.ts';
import type { Consent } from './consent.ts';
import type { InstallOffer } from './installOffer.ts';

export type Root = {
  /** The actors of this page. They load and start on the first call, since signing in needs none of them. */
  actors: () => Promise<Actors>;
  /** The actors, if they have started. */
  started: () => Actors | null;
  guard: BeforeUnloadGuard;
  installOffer: InstallOffer;
  consent: Consent;
  /** How many error reports this page has sent. */
  errorReports: { sent: number };
  /** The link of the invitation that was opened last, kept here because its page removes it from the address. */
  invitation: { link: SignedLink | null };
};

export const RootContext = createContext<Root | null>(null);

/** @throws {Error} without a RootContext. */
export function useRoot(): Root {
  const root = use(RootContext);
  if (!root) throw new Error('This component needs a RootContext around it.');
  return root;
}

/** The actors; suspends until they are loaded. */
export function useActors(): Actors {
  const root = useRoot();
  return root.started() ?? use(root.actors());
}
