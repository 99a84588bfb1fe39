/** Serves the calls that the proxy answers itself: each only to a signed-in person who meant to make it. */
import type { FastifyRequest } from 'fastify';
import { requireExpectedUser } from '@cloakroom/server-kit/expectedUser.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { createServe } from '@cloakroom/server-kit/serve.ts';
import type { KeyringAccess } from '../sessions/keyringAccess.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Caller, Callers } from '../callers.ts';

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

const requireFoundBy =
  (find: (request: FastifyRequest) => Promise<Caller>) => async (request: FastifyRequest) => {
    request.server.sessions.requireCsrf(request);
    const caller = await find(request);
    requireExpectedUser(request, { id: caller.user, email: caller.email });
    request.caller = caller;
  };

/**
 * Find out who calls.
 * @throws {HttpProblem} 401, 403 without the CSRF token, 409 on a page of another person, 503 when the service can't be asked.
 */
export const requireCaller: (request: FastifyRequest) => Promise<void> = requireFoundBy((request) =>
  request.server.callers.of(request),
);

/** The same, but also while the service is away, for who was known a short time ago: see {@link Callers.ofConfirmed}. */
export const requireRecentCaller: (request: FastifyRequest) => Promise<void> = requireFoundBy((request) =>
  request.server.callers.ofConfirmed(request),
);

/** Answers calls of the contract; those that are not public only to signed-in people. */
export const serve = createServe(requireCaller);

/** The same for what the proxy knows without the service, and shows to its owner alone. */
export const serveWithoutService = createServe(requireRecentCaller);

/** Who sent a request that {@link requireCaller} let through. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw new HttpProblem(401, 'You are not signed in. Sign in and try again.');
  return caller;
}
