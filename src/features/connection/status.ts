/** Polls the status: whether the server responds, and whether it is a proxy. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getStatus } from '@cloakroom/contract/status.ts';
import { call } from '#src/shared/http/call.ts';
import { connection } from '#src/shared/connection.ts';

/** Loaded on demand, since signing in does not need it. The storage may be unavailable. */
const loadLastSession = () =>
  import('#src/shared/storage/lastSession.ts').then(({ lastSession }) => lastSession);
const storedBehindProxy = () =>
  loadLastSession().then(
    (lastSession) => lastSession.behindProxy(),
    () => undefined,
  );

const pollMs = 60_000;
const retryMs = 5_000;

export const statusQueries = {
  /** Fetched every minute, and every five seconds while no server responds. */
  current: () =>
    queryOptions({
      queryKey: ['status'] as const,
      queryFn: async ({ signal }) => {
        const status = await call(getStatus, { signal }).catch(async (thrown: unknown) => {
          const before = connection.behindProxy() ?? (await storedBehindProxy());
          if (before !== undefined) connection.setBehindProxy(before);
          throw thrown;
        });
        connection.setBehindProxy(status.behind_proxy);
        void loadLastSession().then(
          (lastSession) => lastSession.saveBehindProxy(status.behind_proxy),
          () => undefined,
        );
        return status;
      },
      // A bad network loses single requests, so only three failures in a row count as an outage.
      retry: 2,
      retryDelay: 400,
      staleTime: pollMs / 2,
      refetchInterval: (query) => (query.state.status === 'error' ? retryMs : pollMs),
    }),
};

export const useStatus = () => useQuery(statusQueries.current());
