/** The session machine's present state, for the frame that changes with it. */
import { useCallback, useSyncExternalStore } from 'react';
import { useActors } from '#src/features/root/index.ts';

/** React's own subscription is enough: the first page loads no further library for it. */
export function useSessionState() {
  const { session } = useActors();
  const subscribe = useCallback(
    (onChange: () => void) => {
      const watch = session.subscribe(onChange);
      return () => watch.unsubscribe();
    },
    [session],
  );
  return useSyncExternalStore(subscribe, () => session.getSnapshot());
}
