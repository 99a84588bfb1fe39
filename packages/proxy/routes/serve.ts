/** Serves the calls that the proxy answers itself: authenticated, and checked for CSRF. */
import type { FastifyRequest } from 'fastify';
import type { TokenScope } from '@cloakroom/contract/tokenVerbs.ts';
import { requireTokenVerb } from '@cloakroom/server-kit/apiTokens.ts';
import { requireExpectedUser } from '@cloakroom/server-kit/expectedUser.ts';
import { badRequest, HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { createServe } from '@cloakroom/server-kit/serve.ts';
import type { KeyringAccess } from '../sessions/keyringAccess.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Caller, Callers } from '../callers.ts';
import { idempotencyKeyHeader, idempotencyKeyPattern } from '@cloakroom/contract/idempotency.ts';

/* eslint-disable @typescript-eslint/consistent-type-definitions -- only an interface can add to another's */
declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyInstance {
    callers: Callers;
    sessions: Sessions;
    keyringAccess: KeyringAccess;
  }
}

const restrictionsOf = ({ name, verbs, service_account: isServiceAccount }: TokenScope) => ({
  name,
  verbs,
  isServiceAccount,
});

const requireFoundBy =
  (find: (request: FastifyRequest) => Promise<Caller>) => async (request: FastifyRequest) => {
    request.server.sessions.requireCsrf(request);
    const caller = await find(request);
    requireExpectedUser(request, { id: caller.user, email: caller.email });
    const { call = null } = request.routeOptions.config;
    if (caller.token) requireTokenVerb(call, restrictionsOf(caller.token));
    request.caller = caller;
  };

/**
 * Identifies the caller.
 * @throws {HttpProblem} 401, 403 without the CSRF token and for an API token that does not permit the call, 409 on another person's page, 503 if the service is unreachable.
 */
export const requireCaller: (request: FastifyRequest) => Promise<void> = requireFoundBy((request) =>
  request.server.callers.of(request),
);

/** The same, but also for recently confirmed callers while the service is unreachable: see {@link Callers.ofConfirmed}. */
export const requireRecentCaller: (request: FastifyRequest) => Promise<void> = requireFoundBy((request) =>
  request.server.callers.ofConfirmed(request),
);

/**
 * The last confirmed caller, for calls that ask the service to confirm the caller on the way ({@link SchemaReads}); otherwise the
 * same as {@link requireCaller}.
 */
export const requireKnownCaller: (request: FastifyRequest) => Promise<void> = requireFoundBy(
  async (request) =>
    request.server.callers.lastConfirmed(request) ?? (await request.server.callers.of(request)),
);

/** Registers a call of the contract. Calls that are not public require a signed-in caller. */
export const serve = createServe(requireCaller);

/** The same, for reads that confirm the caller themselves. */
export const serveReads = createServe(requireKnownCaller);

/** The same, for data of the caller that the proxy has without the service. */
export const serveWithoutService = createServe(requireRecentCaller);

/** The caller of a request that has passed {@link requireCaller}. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw new HttpProblem(401, 'You are not signed in. Sign in and try again.');
  return caller;
}

/** The `Idempotency-Key` of a request. @throws {HttpProblem} 400 if it is malformed. */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers[idempotencyKeyHeader.toLowerCase()];
  if (typeof key !== 'string') return undefined;
  if (!idempotencyKeyPattern.test(key))
    throw badRequest(`${idempotencyKeyHeader} has 8 to 128 characters, without spaces.`);
  return key;
}
