/** Signing in and how long it lasts. Who is signed in is the session machine's to know. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { login, type LoginBody } from '@cloakroom/contract/accounts.ts';
import { getSession } from '@cloakroom/contract/sessions.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import { call } from '#src/shared/http/call.ts';

export const useLogin = () =>
  useMutation({ mutationFn: (body: z.input<typeof LoginBody>) => call(login, { body }) });

const minuteMs = 60_000;
/** How long before the end one is warned, in milliseconds. */
export const warningMs = 2 * minuteMs;

/** When a session ends, by this page's own clock, in milliseconds. */
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
    // Whoever comes back to this tab may have ended the session elsewhere, or begun somebody else's.
    refetchOnWindowFocus: 'always',
    // Asked again when the warning would be due: work in this tab or another may have put the end off.
    refetchInterval: ({ state: { data } }) =>
      data ? Math.max(data.at - warningMs - Date.now(), minuteMs / 6) + 1000 : minuteMs,
  });

/** When the session ends if nothing is asked from now on; `final` when nothing can put it off. */
export const useSessionEnd = () => useQuery(sessionEndQuery()).data;

/** Puts the session's end off, as every call does that needs one. */
export function useStaySignedIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(getSelf),
    onSettled: () => client.invalidateQueries({ queryKey: sessionEndQuery().queryKey }),
  });
}
