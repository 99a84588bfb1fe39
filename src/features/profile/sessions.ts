/** Where one is signed in. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endOtherSessions, endSession, listSessions } from '@cloakroom/contract/sessions.ts';
import { call } from '#src/shared/http/call.ts';
import { list } from '#src/shared/http/list.ts';

const most = 100;

const all = () =>
  queryOptions({
    queryKey: ['sessions'] as const,
    queryFn: ({ signal }) => list(listSessions, { query: { limit: most }, signal }),
  });

export const useSessions = () => useQuery(all());

function useEnding<Given>(end: (given: Given) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: end,
    onSettled: () => client.invalidateQueries({ queryKey: all().queryKey }),
  });
}

/** Signs one out at one place. */
export const useEndSession = () => useEnding((id: string) => call(endSession, { params: { id } }));

/** Signs one out everywhere but here. */
export const useEndOtherSessions = () => useEnding(() => call(endOtherSessions));
