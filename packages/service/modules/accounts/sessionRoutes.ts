/** Into a session and out of it, and the tokens that scripts use instead. */
import type { FastifyInstance } from 'fastify';
import { getCsrf, login, logout } from '@cloakroom/contract/accounts.ts';
import { createToken, refreshToken, verifyToken } from '@cloakroom/contract/tokens.ts';
import { requireExpectedUser } from '@cloakroom/server-kit/expectedUser.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { serve } from '../../plugins/access.ts';
import { presentToken, requireToken, setCsrfCookie } from '../../plugins/csrf.ts';
import { claimedSession, closeSession, personOfSession } from '../../plugins/session.ts';
import { issueToken, personOfToken } from '../../plugins/token.ts';
import { auditAccount } from '../audit/account.ts';
import { personWithPassword, signIn } from './signIn.ts';

/** One sentence for an unknown address, a wrong password and an inactive account. */
const failed = 'Login failed';

export function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps;

  serve(app, getCsrf, async ({ request, reply }) => {
    const claimed = claimedSession(request);
    const session = claimed && (await personOfSession(deps, claimed)) ? claimed : null;
    return { csrfToken: presentToken(config, request, session) ?? setCsrfCookie(config, reply, session) };
  });

  serve(app, login, async ({ request, reply, body }) => {
    const person = await personWithPassword(deps, request, body.login, body.password);
    if (!person) throw new HttpProblem(400, failed);
    await signIn(deps, request, reply, person);
    return { detail: 'Login successful' };
  });

  serve(app, logout, async ({ request, reply }) => {
    const session = claimedSession(request);
    const person = session && (await personOfSession(deps, session));
    if (person) {
      requireExpectedUser(request, person);
      requireToken(config, request, session);
      const signedOut = { actor: person.id, action: 'delete', model: 'session' } as const;
      await auditAccount(deps.database, request, person, signedOut);
    }
    await closeSession(deps, request, reply);
    // Not "cookies": that would sign one out of everything else on this host name.
    reply.header('Clear-Site-Data', '"cache", "storage"');
    return { detail: 'Logout successful' };
  });

  serve(app, createToken, async ({ request, body }) => {
    const person = await personWithPassword(deps, request, body.email, body.password);
    if (!person) throw new HttpProblem(401, failed);
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
