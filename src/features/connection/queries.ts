/** Hooks for the state of the connection. */
import { useSyncExternalStore } from 'react';
import { connection, type Connection } from '#src/shared/connection.ts';

export const useConnection = (): Connection => useSyncExternalStore(connection.subscribe, connection.get);

const messages = {
  'no-network': 'This device has no network.',
  'service-down': 'The service can’t be reached.',
  'proxy-down': 'Your proxy doesn’t answer.',
};

/**
 * Why an action is unavailable without a connection; undefined while there is one.
 * @param why - a sentence that explains why the action can't be queued: "A password is never kept here."
 */
export function useOfflineReason(why: string): string | undefined {
  const state = useConnection();
  return state === 'online' ? undefined : `${messages[state]} ${why}`;
}
