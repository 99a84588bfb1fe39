/** Sessions: when the current one ends, and the others of the same person. */
import { z } from 'zod';
import { cookies } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { listQuery } from './list.ts';
import { Detail } from './problem.ts';
import { Url } from './reference.ts';

export const SessionEnd = z.object({
  /** When it ends without further calls. */
  expires_at: z.string(),
  /** The same as a duration, for browsers with a wrong clock. */
  seconds_left: z.number().int(),
  /** The longest time between two calls. */
  idle_seconds: z.number().int(),
  /** When it ends in any case. */
  ends_at: z.string(),
});
export type SessionEnd = z.infer<typeof SessionEnd>;

/** A session of the signed-in person. */
export const Session = z.object({
  /** Not derived from the cookie. */
  id: z.string(),
  url: Url,
  created: z.string(),
  /** Precise to the minute. */
  last_seen: z.string(),
  user_agent: z.string(),
  address: z.string(),
  /** Whether it is the session of this call. */
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

const shared = { answeredBy: 'service', access: 'user' } as const;

export const getSession = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/accounts/session/',
  summary:
    'When this session ends. This call doesn’t extend it; every other call does. 404 without a session.',
  reply: SessionEnd,
  refusals: { 404: 'The call has no session.' },
});

export const listSessions = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/accounts/sessions/',
  summary: 'Your sessions, the last seen first.',
  query: listQuery(),
  reply: z.array(Session),
});

/** The public id is not the cookie's. The session of the call itself is {@link getSession}. */
export const getSessionById = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/accounts/sessions/:id/',
  summary: 'One of your sessions.',
  reply: Session,
});

export const endSession = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/accounts/sessions/:id/',
  summary: 'End one session.',
  status: 204,
  reply: 'nothing',
  replyHeaders: cookies,
});

export const endOtherSessions = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/accounts/sessions/end-others/',
  summary: 'End all other sessions.',
  reply: Detail,
});
