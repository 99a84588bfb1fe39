/** The cache of server data, and when a call is worth repeating. */
import { QueryClient } from '@tanstack/react-query';
import { connection } from '#src/lib/connection.ts';
import { Failure } from '#src/lib/failure.ts';
import { statusQueries } from './status.ts';

const passing = new Set(['offline', 'unavailable']);
const retries = 2;

/** What is worth sending again because nothing answered; changes only where they carry a key of their own. */
export const untilAnswered = {
  retry: (count: number, thrown: unknown) => count < retries && passing.has(Failure.from(thrown).code),
  retryDelay: (attempt: number) => 300 * 3 ** attempt,
};

/** Asks soon whether anybody is there when a call has failed, and for everything anew when somebody is there again. */
function followConnection(client: QueryClient): void {
  let [doubted, reached] = [false, true];
  connection.subscribe(() => {
    const [doubt, reach] = [connection.doubted(), connection.get() === 'online'];
    if (doubt && !doubted) void client.invalidateQueries({ queryKey: statusQueries.current().queryKey });
    if (reach && !reached) void client.invalidateQueries();
    [doubted, reached] = [doubt, reach];
  });
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
        ...untilAnswered,
      },
      mutations: { networkMode: 'always' },
    },
  });
  followConnection(client);
  return client;
}
