/** Sign-ins on the sign-in page, through its form or in another tab. Loaded after the page is shown. */
import { waitFor } from 'xstate';
import type { Actors } from '#src/machines/root/effects.ts';

/** Reports a sign-in by the form. Resolves when the user is known, or the service can't be reached. */
export async function completeSignIn({ session }: Actors): Promise<void> {
  session.send({ type: 'login.succeeded' });
  await waitFor(session, (state) => state.hasTag('settled'));
}

/** Calls back when a user becomes known. @returns a function that unsubscribes. */
export function watchSignIn({ session }: Actors, onSignIn: () => void): () => void {
  let known = session.getSnapshot().hasTag('known');
  const subscription = session.subscribe((state) => {
    if (state.hasTag('known') && !known) onSignIn();
    known = state.hasTag('known');
  });
  return () => subscription.unsubscribe();
}
