/** Authenticates requests by a session cookie, HTTP Basic, a token or an API token. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getSession } from '@cloakroom/contract/sessions.ts';
import { looksLikeApiToken } from '@cloakroom/server-kit/apiTokens.ts';
import { requireExpectedUser } from '@cloakroom/server-kit/expectedUser.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Deps } from '../deps.ts';
import { personOfApiToken } from './apiToken.ts';
import { createBasic } from './basic.ts';
import type { SignedInUser } from './access.ts';
import { requireOwnOrigin, requireCsrfToken } from './csrf.ts';
import { claimedSession, personOfSession } from './session.ts';
import { personOfToken } from './token.ts';

const unauthorized = (detail: string) =>
  new HttpProblem(401, detail, { headers: { 'WWW-Authenticate': 'Bearer realm="api"' } });

/** Decorates the app with `authenticate`, and checks the origin of every unsafe call. */
export function authentication(app: FastifyInstance, deps: Deps): void {
  const basic = createBasic(deps);

  app.decorateRequest('person', null);
  app.addHook('onRequest', async (request) => requireOwnOrigin(deps.config, request));
  const personOfRequest = async (request: FastifyRequest): Promise<SignedInUser> => {
    const [scheme = '', credential = ''] = (request.headers.authorization ?? '').split(' ');
    switch (scheme.toLowerCase()) {
      case 'basic':
        return (await basic(request, credential)) ?? refuse('The e-mail address or the password is wrong.');
      case 'bearer':
        if (looksLikeApiToken(credential)) return personOfApiToken(deps, credential);
        return (
          (await personOfToken(deps, credential, 'access')) ?? refuse('The token is invalid or has expired.')
        );
      default:
        return personOfCookie(deps, request);
    }
  };
  app.decorate('authenticate', async (request: FastifyRequest): Promise<SignedInUser> => {
    const person = await personOfRequest(request);
    requireExpectedUser(request, person);
    return person;
  });
}

async function personOfCookie(deps: Deps, request: FastifyRequest): Promise<SignedInUser> {
  const session = claimedSession(request);
  const updateLastSeen = request.routeOptions.url !== getSession.path;
  const person = session && (await personOfSession(deps, session, { updateLastSeen }));
  if (!session || !person) return refuse('Sign in to continue.');
  requireCsrfToken(deps.config, request, session);
  return person;
}

function refuse(detail: string): never {
  throw unauthorized(detail);
}
