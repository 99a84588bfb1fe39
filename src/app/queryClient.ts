/** The cache of server data, and when queries are refetched. */
import { QueryClient } from '@tanstack/react-query';
import { retryOptions } from '#src/shared/http/retry.ts';
import { connection } from '#src/shared/connection.ts';
import { isTransient } from '#src/shared/failure.ts';
import { statusQueries } from '#src/features/connection/status.ts';

const refetchDelayMs = 5_000;

/** Refetches the status when a call has failed or the network has changed, and all queries when the service is reachable again. */
function followConnection(client: QueryClient): void {
  const refetchStatus = () => void client.invalidateQueries({ queryKey: statusQueries.current().queryKey });
  let previous = { failed: false, online: true };
  connection.subscribe(() => {
    const current = { failed: connection.lastCallFailed(), online: connection.get() === 'online' };
    if (current.failed && !previous.failed) refetchStatus();
    if (current.online && !previous.online) void client.invalidateQueries();
    previous = current;
  });
  window.addEventListener('offline', () => {
    refetchStatus();
    // The first call may succeed while the network is going down, and an idle page sends no other call for a minute.
    setTimeout(refetchStatus, refetchDelayMs);
  });
  window.addEventListener('online', refetchStatus);
}

/** Creates an empty cache. Queries ignore `navigator.onLine`, since the proxy may be on this machine. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        ...retryOptions,
        // A query without a response is repeated; a refusal needs an action of the user.
        refetchInterval: ({ state: { error } }) => (error && isTransient(error) ? refetchDelayMs : false),
      },
      mutations: { networkMode: 'always' },
    },
  });
  followConnection(client);
  return client;
}
