/** The cache of server data, and when a call is worth repeating. */
import { QueryClient } from '@tanstack/react-query';
import { retryOptions } from '#src/shared/http/retry.ts';
import { connection } from '#src/shared/connection.ts';
import { isTransient } from '#src/shared/failure.ts';
import { statusQueries } from '#src/features/connection/status.ts';

/** Milliseconds. */
const again = 5_000;

/**
 * Asks soon whether anybody is there when a call has failed or the browser has lost or found a network, and for everything
 * anew when somebody is there again.
 */
function followConnection(client: QueryClient): void {
  const ask = () => void client.invalidateQueries({ queryKey: statusQueries.current().queryKey });
  let [doubted, reached] = [false, true];
  connection.subscribe(() => {
    const [doubt, reach] = [connection.lastCallFailed(), connection.get() === 'online'];
    if (doubt && !doubted) ask();
    if (reach && !reached) void client.invalidateQueries();
    [doubted, reached] = [doubt, reach];
  });
  window.addEventListener('offline', () => {
    ask();
    // A call that was let through as the network went proves nothing, and a page at rest makes no other for a minute.
    setTimeout(ask, again);
  });
  window.addEventListener('online', ask);
}

/**
 * A fresh cache. Reading is repeated when nothing answered, and never waits for the browser's own idea of being
 * online: the proxy is on this machine.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        ...retryOptions,
        // What nobody answered is asked again by itself; who was refused has to act.
        refetchInterval: ({ state: { error } }) => (error && isTransient(error) ? again : false),
      },
      mutations: { networkMode: 'always' },
    },
  });
  followConnection(client);
  return client;
}
