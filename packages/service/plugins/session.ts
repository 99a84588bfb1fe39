/** Sessions: a cookie with 256 random bits, of which the database stores only the hash. */
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gte, lt, ne, sql, type SQL } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queries } from '../db/client.ts';
import { memoizedQuery } from '../db/prepared.ts';
import { sessions, users } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { SignedInUser } from './access.ts';
import { cookieOptions } from './cookies.ts';
import { setCsrfCookie } from './csrf.ts';

const cookie = 'sessionid';
const hourMs = 3_600_000;
/** The idle timeout and the maximum lifetime. */
export const sessionLimitsMs = { idle: 2 * hourMs, absolute: 24 * hourMs };
/** The minimum time between two writes of `last_seen`, so that not every read causes a write. */
const lastSeenIntervalMs = 60_000;

export type SessionRow = typeof sessions.$inferSelect;
type SessionDeps = Pick<Deps, 'database' | 'config' | 'clock'>;

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url');

/** The hash of the session id in the request's cookie, not yet looked up; null without a cookie. */
export function claimedSession(request: FastifyRequest): string | null {
  const id = request.cookies[cookie];
  return id ? hashOf(id) : null;
}

/** When a session expires if idle, and at the latest; in milliseconds since 1970. */
export function sessionEnd({ created, lastSeen }: Pick<SessionRow, 'created' | 'lastSeen'>): {
  expires: number;
  latest: number;
} {
  const latest = created.getTime() + sessionLimitsMs.absolute;
  return { expires: Math.min(lastSeen.getTime() + sessionLimitsMs.idle, latest), latest };
}

/** The SQL condition for sessions that have not expired; the counterpart of {@link sessionEnd}. */
export const notExpired = (now: number): SQL | undefined =>
  and(
    gte(sessions.lastSeen, new Date(now - sessionLimitsMs.idle)),
    gte(sessions.created, new Date(now - sessionLimitsMs.absolute)),
  );

const sessionByHashQuery = memoizedQuery((queries) =>
  queries
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user))
    .where(eq(sessions.idHash, sql.placeholder('idHash')))
    .prepare('session_by_hash'),
);

/**
 * The person of a session; null if it has expired or the account is inactive. Deletes an expired session.
 * @param options.updateLastSeen - false for calls that must not prolong the session.
 */
export async function personOfSession(
  { database, clock }: SessionDeps,
  idHash: string,
  { updateLastSeen = true }: { updateLastSeen?: boolean } = {},
): Promise<SignedInUser | null> {
  const [row] = await sessionByHashQuery(database).execute({ idHash });
  if (!row?.user.isActive) return null;
  if (clock() > sessionEnd(row.session).expires) {
    await database.delete(sessions).where(eq(sessions.idHash, idHash));
    return null;
  }
  if (updateLastSeen && clock() - row.session.lastSeen.getTime() > lastSeenIntervalMs)
    await database
      .update(sessions)
      .set({ lastSeen: new Date(clock()) })
      .where(eq(sessions.idHash, idHash));
  return row.user;
}

/** Starts a session under a new id; the request's previous session is ended. */
export async function startSession(
  { database, config, clock }: SessionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  user: string,
): Promise<void> {
  const id = randomBytes(32).toString('base64url');
  const now = new Date(clock());
  const previous = claimedSession(request);
  if (previous) await database.delete(sessions).where(eq(sessions.idHash, previous));
  await database.insert(sessions).values({
    idHash: hashOf(id),
    user,
    created: now,
    lastSeen: now,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 255),
    address: request.client.address,
  });
  reply.setCookie(cookie, id, {
    ...cookieOptions(config, request),
    httpOnly: true,
    maxAge: sessionLimitsMs.absolute / 1000,
  });
  setCsrfCookie(config, reply, hashOf(id));
}

/** Ends the request's session: deletes its row and its cookie. */
export async function endCurrentSession(
  { database, config }: SessionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const current = claimedSession(request);
  if (current) await database.delete(sessions).where(eq(sessions.idHash, current));
  reply.clearCookie(cookie, { ...cookieOptions(config, request), httpOnly: true });
}

/** Ends all sessions of a person, except one if given. */
export async function endSessions(
  queries: Queries,
  user: string,
  except: string | null = null,
): Promise<void> {
  await queries
    .delete(sessions)
    .where(and(eq(sessions.user, user), except ? ne(sessions.idHash, except) : undefined));
}

/** Deletes sessions that have expired. */
export async function deleteExpiredSessions({ database, clock }: SessionDeps): Promise<void> {
  await database.delete(sessions).where(lt(sessions.lastSeen, new Date(clock() - sessionLimitsMs.idle)));
}
