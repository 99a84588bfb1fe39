/** Whether anybody is there, and whether we are behind the proxy. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getStatus } from '#contract/status.ts';
import { call } from '#src/api/call.ts';

const calm = 60_000;
const anxious = 5_000;

export const statusQueries = {
  /** Asked every minute; every five seconds while nothing answers. */
  current: () =>
    queryOptions({
      queryKey: ['status'] as const,
      queryFn: ({ signal }) => call(getStatus, { signal }),
      retry: false,
      staleTime: calm / 2,
      refetchInterval: (query) => (query.state.status === 'error' ? anxious : calm),
    }),
};

export const useStatus = () => useQuery(statusQueries.current());
