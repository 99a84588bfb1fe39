/** The session machine's present state, for the frame that changes with it. */
import { useSyncExternalStore } from 'react';
import { session } from '#src/machines/session/effects.ts';

const subscribe = (tell: () => void) => {
  const watch = session.subscribe(tell);
  return () => watch.unsubscribe();
};

/** React's own subscription is all it takes: the first page loads no more for it. */
export const useSessionState = () => useSyncExternalStore(subscribe, () => session.getSnapshot());
