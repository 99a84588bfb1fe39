/** Queries and mutations for signing in and for the end of a session. The session machine holds the user. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { login, type LoginBody } from '@cloakroom/contract/accounts.ts';
import { getSession } from '@cloakroom/contract/sessions.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import { call } from '#src/shared/http/call.ts';

export const useLogin = () =>
  useMutation({ mutationFn: (body: z.input<typeof LoginBody>) => call(login, { body }) });

const minuteMs = 60_000;
/** The warning is shown this long before the end. */
export const warningMs = 2 * minuteMs;

/** The end of a session, in milliseconds of this page's clock; `final` is true if it can't be postponed. */
export type SessionEnd = { at: number; final: boolean };

const sessionEndQuery = () =>
  queryOptions({
    queryKey: ['session', 'end'] as const,
    queryFn: async ({ signal }): Promise<SessionEnd> => {
      const { seconds_left, expires_at, ends_at } = await call(getSession, { signal });
      return { at: Date.now() + seconds_left * 1000, final: expires_at === ends_at };
    },
    retry: false,
    gcTime: 0,
    // While the tab was in the background the session may have ended, or another user may have signed in.
    refetchOnWindowFocus: 'always',
    // Refetched when the warning would be due: work in any tab may have postponed the end.
    refetchInterval: ({ state: { data } }) =>
      data ? Math.max(data.at - warningMs - Date.now(), minuteMs / 6) + 1000 : minuteMs,
  });

/** The end of the session if no call follows; undefined until it is loaded. */
export const useSessionEnd = () => useQuery(sessionEndQuery()).data;

/** Postpones the end of the session, as every authenticated call does. */
export function useStaySignedIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(getSelf),
    onSettled: () => client.invalidateQueries({ queryKey: sessionEndQuery().queryKey }),
  });
}
