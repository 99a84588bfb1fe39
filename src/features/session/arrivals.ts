/** Who comes in by the sign-in page: from here, or because they have signed in in another tab. It loads when there is time. */
import { waitFor } from 'xstate';
import { session } from '#src/machines/session/effects.ts';

let entering = false;

/** Somebody has shown who they are: resolves when it is clear who that is, or that nobody can be asked. */
export async function enter(): Promise<void> {
  entering = true;
  session.send({ type: 'login.succeeded' });
  await waitFor(session, (now) => now.hasTag('settled'));
  entering = false;
}

/** Tells when somebody is here who signed in in another tab; what is returned ends the watch. */
export function whenSomebodyArrives(tell: () => void): () => void {
  let known = session.getSnapshot().hasTag('known');
  const watch = session.subscribe((now) => {
    if (now.hasTag('known') && !known && !entering) tell();
    known = now.hasTag('known');
  });
  return () => watch.unsubscribe();
}
