/** Whether anybody is there, and whether we are behind the proxy. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getStatus } from '@cloakroom/contract/status.ts';
import { call } from '#src/shared/http/call.ts';
import { connection } from '#src/shared/connection.ts';

/** What this browser remembers: signing in needs none of it. It may be out of reach itself. */
const memory = () => import('#src/shared/storage/lastSession.ts').then(({ lastSession: here }) => here);
const remembered = () =>
  memory().then(
    (here) => here.behindProxy(),
    () => undefined,
  );

const pollMs = 60_000;
const retryMs = 5_000;

export const statusQueries = {
  /** Asked every minute; every five seconds while nothing answers. */
  current: () =>
    queryOptions({
      queryKey: ['status'] as const,
      queryFn: async ({ signal }) => {
        const status = await call(getStatus, { signal }).catch(async (thrown: unknown) => {
          const before = connection.behindProxy() ?? (await remembered());
          if (before !== undefined) connection.learn(before);
          throw thrown;
        });
        connection.learn(status.behind_proxy);
        void memory().then(
          (here) => here.keepBehindProxy(status.behind_proxy),
          () => undefined,
        );
        return status;
      },
      // So that what a bad network loses by chance is told from what isn't there.
      retry: 2,
      retryDelay: 400,
      staleTime: pollMs / 2,
      refetchInterval: (query) => (query.state.status === 'error' ? retryMs : pollMs),
    }),
};

export const useStatus = () => useQuery(statusQueries.current());
