/** Arrivals on the sign-in page: by its form, or by a sign-in in another tab. Loads when the page is idle. */
import { waitFor } from 'xstate';
import type { Actors } from '#src/machines/root/effects.ts';

/** The person has signed in here: resolves when it is known who that is, or that the service can't be asked. */
export async function enter({ session }: Actors): Promise<void> {
  session.send({ type: 'login.succeeded' });
  await waitFor(session, (now) => now.hasTag('settled'));
}

/** Calls back when a person becomes known. @returns what ends the watch. */
export function watchArrivals({ session }: Actors, onArrival: () => void): () => void {
  let known = session.getSnapshot().hasTag('known');
  const watch = session.subscribe((now) => {
    if (now.hasTag('known') && !known) onArrival();
    known = now.hasTag('known');
  });
  return () => watch.unsubscribe();
}
