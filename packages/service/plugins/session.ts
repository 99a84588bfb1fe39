/** Sessions: a cookie with 256 random bits, known to the database only by its hash. */
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gte, lt, ne, sql, type SQL } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queries } from '../db/client.ts';
import { kept } from '../db/prepared.ts';
import { sessions, users } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { Person } from './access.ts';
import { cookieOptions } from './cookies.ts';
import { setCsrfCookie } from './csrf.ts';

const cookie = 'sessionid';
const hour = 3_600_000;
/** How long a pause may be, and how long a session lasts however busy; in milliseconds. */
export const limits = { idle: 2 * hour, absolute: 24 * hour };
/** How stale `last_seen` may be: reading must not mean a write each time. */
const seenEvery = 60_000;

export type SessionRow = typeof sessions.$inferSelect;
type Base = Pick<Deps, 'database' | 'config' | 'clock'>;

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url');

/** The hash of the session that a request claims to have; null when it claims none. */
export function claimedSession(request: FastifyRequest): string | null {
  const id = request.cookies[cookie];
  return id ? hashOf(id) : null;
}

/** When a session ends: by itself, and at the latest; in milliseconds since 1970. */
export function endOf({ created, lastSeen }: Pick<SessionRow, 'created' | 'lastSeen'>): {
  expires: number;
  latest: number;
} {
  const latest = created.getTime() + limits.absolute;
  return { expires: Math.min(lastSeen.getTime() + limits.idle, latest), latest };
}

/** Selects the sessions that time has not ended; `endOf` in the database’s words. */
export const alive = (now: number): SQL | undefined =>
  and(
    gte(sessions.lastSeen, new Date(now - limits.idle)),
    gte(sessions.created, new Date(now - limits.absolute)),
  );

const sessionBy = kept((queries) =>
  queries
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user))
    .where(eq(sessions.idHash, sql.placeholder('idHash')))
    .prepare('session_by_hash'),
);

/**
 * The person whose live session the request carries; null when it has ended, or the account was closed.
 * @param options.seen - false for a look at the session that is no sign of its owner’s presence.
 */
export async function personOfSession(
  { database, clock }: Base,
  idHash: string,
  { seen = true }: { seen?: boolean } = {},
): Promise<Person | null> {
  const [row] = await sessionBy(database).execute({ idHash });
  if (!row?.user.isActive) return null;
  if (clock() > endOf(row.session).expires) {
    await database.delete(sessions).where(eq(sessions.idHash, idHash));
    return null;
  }
  if (seen && clock() - row.session.lastSeen.getTime() > seenEvery)
    await database
      .update(sessions)
      .set({ lastSeen: new Date(clock()) })
      .where(eq(sessions.idHash, idHash));
  return row.user;
}

/** Start a session under a new id; whatever session the request came with is ended. */
export async function openSession(
  { database, config, clock }: Base,
  request: FastifyRequest,
  reply: FastifyReply,
  user: string,
): Promise<void> {
  const id = randomBytes(32).toString('base64url');
  const now = new Date(clock());
  const former = claimedSession(request);
  if (former) await database.delete(sessions).where(eq(sessions.idHash, former));
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
    maxAge: limits.absolute / 1000,
  });
  setCsrfCookie(config, reply, hashOf(id));
}

/** End the request's session, on the server and in the browser. */
export async function closeSession(
  { database, config }: Base,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const present = claimedSession(request);
  if (present) await database.delete(sessions).where(eq(sessions.idHash, present));
  reply.clearCookie(cookie, { ...cookieOptions(config, request), httpOnly: true });
}

/** End a person's sessions, all or all but one. */
export async function endSessions(
  queries: Queries,
  user: string,
  except: string | null = null,
): Promise<void> {
  await queries
    .delete(sessions)
    .where(and(eq(sessions.user, user), except ? ne(sessions.idHash, except) : undefined));
}

/** Drop the sessions that time has ended. */
export async function forgetSessions({ database, clock }: Base): Promise<void> {
  await database.delete(sessions).where(lt(sessions.lastSeen, new Date(clock() - limits.idle)));
}
