/** Who can be reached, for every part of the page that asks. */
import { useSyncExternalStore } from 'react';
import { connection, type Connection } from '#src/shared/connection.ts';

export const useConnection = (): Connection => useSyncExternalStore(connection.subscribe, connection.get);

const words = {
  'no-network': 'This device has no network.',
  'service-down': 'The service can’t be reached.',
  'proxy-down': 'Your proxy doesn’t answer.',
};

/**
 * Why something can't be done now; undefined while it can.
 * @param why - a sentence that says why it can't wait either: "A password is never kept here."
 */
export function useObstacle(why: string): string | undefined {
  const now = useConnection();
  return now === 'online' ? undefined : `${words[now]} ${why}`;
}
