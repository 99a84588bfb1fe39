/** Signing in and out, and tokens for scripts. */
import type { FastifyInstance } from 'fastify';
import { getCsrf, login, logout } from '@cloakroom/contract/accounts.ts';
import { createToken, refreshToken, verifyToken } from '@cloakroom/contract/tokens.ts';
import { requireExpectedUser } from '@cloakroom/server-kit/expectedUser.ts';
import { badRequest, HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { serve } from '../../plugins/access.ts';
import { csrfTokenOf, requireCsrfToken, setCsrfCookie } from '../../plugins/csrf.ts';
import { claimedSession, endCurrentSession, personOfSession } from '../../plugins/session.ts';
import { issueToken, personOfToken } from '../../plugins/token.ts';
import { auditAccount } from '../audit/account.ts';
import { personWithPassword, signIn } from './signIn.ts';

/** The same for an unknown address, a wrong password and an inactive account. */
const failedDetail = 'Login failed';

export function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps;

  serve(app, getCsrf, async ({ request, reply }) => {
    const claimed = claimedSession(request);
    const session = claimed && (await personOfSession(deps, claimed)) ? claimed : null;
    return { csrfToken: csrfTokenOf(config, request, session) ?? setCsrfCookie(config, reply, session) };
  });

  serve(app, login, async ({ request, reply, body }) => {
    const person = await personWithPassword(deps, request, body.login, body.password);
    if (!person) throw badRequest(failedDetail);
    await signIn(deps, request, reply, person);
    return { detail: 'Login successful' };
  });

  serve(app, logout, async ({ request, reply }) => {
    const session = claimedSession(request);
    const person = session && (await personOfSession(deps, session));
    if (person) {
      requireExpectedUser(request, person);
      requireCsrfToken(config, request, session);
      const signedOut = { actor: person.id, action: 'delete', model: 'session' } as const;
      await auditAccount(deps.database, request, person, signedOut);
    }
    await endCurrentSession(deps, request, reply);
    // Not "cookies": that would also clear cookies of other programs on this host name.
    reply.header('Clear-Site-Data', '"cache", "storage"');
    return { detail: 'Logout successful' };
  });

  serve(app, createToken, async ({ request, body }) => {
    const person = await personWithPassword(deps, request, body.email, body.password);
    if (!person) throw new HttpProblem(401, failedDetail);
    const issued = { actor: person.id, action: 'create', model: 'token' } as const;
    await auditAccount(deps.database, request, person, issued);
    const [access, refresh] = await Promise.all([
      issueToken(deps, person, 'access'),
      issueToken(deps, person, 'refresh'),
    ]);
    return { access, refresh };
  });

  serve(app, refreshToken, async ({ body }) => {
    const person = await personOfToken(deps, body.refresh, 'refresh');
    if (!person) throw new HttpProblem(401, 'The token is invalid or has expired.');
    return { access: await issueToken(deps, person, 'access') };
  });

  serve(app, verifyToken, async ({ body }) => {
    if (!(await personOfToken(deps, body.token, 'access', 'refresh')))
      throw new HttpProblem(401, 'The token is invalid or has expired.');
    return {};
  });
}
