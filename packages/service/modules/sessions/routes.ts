/** The signed-in person's sessions: when the current one ends, listing them, and ending them. */
import { and, desc, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  endOtherSessions,
  endSession,
  getSession,
  getSessionById,
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
  notExpired,
  claimedSession,
  endCurrentSession,
  sessionEnd,
  endSessions,
  sessionLimitsMs,
  type SessionRow,
} from '../../plugins/session.ts';

export function sessionListRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps;
  const ofUser = (user: string) => and(eq(sessions.user, user), notExpired(clock()));

  serve(app, getSession, async ({ request }) => {
    const [row] = await database
      .select()
      .from(sessions)
      .where(and(ofUser(userOf(request).id), eq(sessions.idHash, claimedSession(request) ?? '')));
    // HTTP Basic and tokens have no session.
    if (!row) throw notFound('Session');
    const { expires, latest } = sessionEnd(row);
    return {
      expires_at: new Date(expires).toISOString(),
      seconds_left: Math.floor((expires - clock()) / 1000),
      idle_seconds: sessionLimitsMs.idle / 1000,
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
    const total = await database.$count(sessions, mine);
    const current = claimedSession(call.request);
    return sendList(call, { items: rows.map((row) => sessionView(row, current)), total });
  });

  /** The person's session with this public id. @throws {HttpProblem} 404 if there is none. */
  const requireSession = async (request: FastifyRequest, id: string): Promise<SessionRow> => {
    const rows = await database
      .select()
      .from(sessions)
      .where(ofUser(userOf(request).id));
    const row = rows.find(({ idHash }) => publicId(idHash) === id);
    if (!row) throw notFound('Session');
    return row;
  };

  serve(app, getSessionById, async ({ request, params }) =>
    sessionView(await requireSession(request, params.id), claimedSession(request)),
  );

  serve(app, endSession, async ({ request, reply, params }) => {
    const row = await requireSession(request, params.id);
    if (row.idHash === claimedSession(request)) await endCurrentSession(deps, request, reply);
    else await database.delete(sessions).where(eq(sessions.idHash, row.idHash));
  });

  serve(app, endOtherSessions, async ({ request }) => {
    await endSessions(database, userOf(request).id, claimedSession(request));
    return { detail: 'You are signed out everywhere else.' };
  });
}

/** The public id: half of the stored hash, from which the cookie can't be derived. */
const publicId = (idHash: string) => encodeShortId(Buffer.from(idHash, 'base64url').subarray(0, 16));

const sessionView = (row: SessionRow, current: string | null): Session => {
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
