/** The current state of the session machine. */
import { useCallback, useSyncExternalStore } from 'react';
import { useActors } from '#src/features/root/index.ts';

/** Uses React's own subscription, so that the first page does not load @xstate/react. */
export function useSessionState() {
  const { session } = useActors();
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = session.subscribe(onChange);
      return () => subscription.unsubscribe();
    },
    [session],
  );
  return useSyncExternalStore(subscribe, () => session.getSnapshot());
}
