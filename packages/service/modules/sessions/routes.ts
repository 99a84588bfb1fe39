/** One's own sessions: when this one ends, where the others are, and ending them. */
import { and, count, desc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  endOtherSessions,
  endSession,
  getSession,
  listSessions,
  type Session,
} from '@cloakroom/contract/sessions.ts';
import { encodeShortId } from '@cloakroom/wire/shortId.ts';
import { notFound } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import { sessions } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import {
  alive,
  claimedSession,
  closeSession,
  endOf,
  endSessions,
  limits,
  type SessionRow,
} from '../../plugins/session.ts';

export function sessionListRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps;
  const ofUser = (user: string) => and(eq(sessions.user, user), alive(clock()));

  serve(app, getSession, async ({ request }) => {
    const [row] = await database
      .select()
      .from(sessions)
      .where(and(ofUser(userOf(request).id), eq(sessions.idHash, claimedSession(request) ?? '')));
    // Basic and tokens have no session.
    if (!row) throw notFound('Session');
    const { expires, latest } = endOf(row);
    return {
      expires_at: new Date(expires).toISOString(),
      seconds_left: Math.floor((expires - clock()) / 1000),
      idle_seconds: limits.idle / 1000,
      ends_at: new Date(latest).toISOString(),
    };
  });

  serve(app, listSessions, async (call) => {
    const mine = ofUser(userOf(call.request).id);
    const rows = await database
      .select()
      .from(sessions)
      .where(mine)
      .orderBy(desc(sessions.lastSeen), desc(sessions.created), sessions.idHash)
      .limit(call.query.limit)
      .offset(call.query.offset);
    const [total] = await database.select({ count: count() }).from(sessions).where(mine);
    const current = claimedSession(call.request);
    return sendList(call, { items: rows.map((row) => told(row, current)), total: total?.count ?? 0 });
  });

  serve(app, endSession, async ({ request, reply, params }) => {
    const rows = await database
      .select()
      .from(sessions)
      .where(ofUser(userOf(request).id));
    const row = rows.find(({ idHash }) => publicId(idHash) === params.id);
    if (!row) throw notFound('Session');
    if (row.idHash === claimedSession(request)) await closeSession(deps, request, reply);
    else await database.delete(sessions).where(eq(sessions.idHash, row.idHash));
  });

  serve(app, endOtherSessions, async ({ request }) => {
    await endSessions(database, userOf(request).id, claimedSession(request));
    return { detail: 'You are signed out everywhere else.' };
  });
}

/** Half of the hash that the database knows the session by: nobody gets from it to the cookie. */
const publicId = (idHash: string) => encodeShortId(Buffer.from(idHash, 'base64url').subarray(0, 16));

const told = (row: SessionRow, current: string | null): Session => {
  const id = publicId(row.idHash);
  return {
    id,
    url: `/api/accounts/sessions/${id}/`,
    created: row.created.toISOString(),
    last_seen: row.lastSeen.toISOString(),
    user_agent: row.userAgent,
    address: row.address,
    current: row.idHash === current,
  };
};
