/** Sessions: when one’s own ends, and where else one is signed in. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './list.ts';
import { Detail } from './problem.ts';

export const SessionEnd = z.object({
  /** When it ends if nothing is asked from now on. */
  expires_at: z.string(),
  /** The same as a span, for clocks that are off. */
  seconds_left: z.number().int(),
  /** How long a pause may be. */
  idle_seconds: z.number().int(),
  /** When it ends however busy one is. */
  ends_at: z.string(),
});
export type SessionEnd = z.infer<typeof SessionEnd>;

/** One place where a person is signed in. */
export const Session = z.object({
  /** Says nothing about the cookie. */
  id: z.string(),
  url: z.string(),
  created: z.string(),
  /** To the minute. */
  last_seen: z.string(),
  user_agent: z.string(),
  address: z.string(),
  /** Whether it is the session that asks. */
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

const shared = { answeredBy: 'service', access: 'user' } as const;

export const getSession = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/accounts/session/',
  summary:
    'When this session ends. Asking doesn’t put the end off; every other call does. 404 without a session.',
  reply: SessionEnd,
});

export const listSessions = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/accounts/sessions/',
  summary: 'Where one is signed in, the last seen first.',
  query: listQuery(),
  reply: z.array(Session),
});

export const endSession = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/accounts/sessions/:id/',
  summary: 'Sign out there.',
  status: 204,
  reply: 'nothing',
});

export const endOtherSessions = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/accounts/sessions/end-others/',
  summary: 'Sign out everywhere else.',
  reply: Detail,
});
