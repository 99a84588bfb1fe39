/** Queries and mutations of the user's sessions. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endOtherSessions, endSession, listSessions } from '@cloakroom/contract/sessions.ts';
import { call } from '#src/shared/http/call.ts';
import { list } from '#src/shared/http/list.ts';

const maxSessions = 100;

const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'] as const,
    queryFn: ({ signal }) => list(listSessions, { query: { limit: maxSessions }, signal }),
  });

export const useSessions = () => useQuery(sessionsQuery());

function useEndMutation<Variables>(end: (variables: Variables) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: end,
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  });
}

/** Ends one session. */
export const useEndSession = () => useEndMutation((id: string) => call(endSession, { params: { id } }));

/** Ends every session but this one. */
export const useEndOtherSessions = () => useEndMutation(() => call(endOtherSessions));
