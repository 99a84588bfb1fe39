/** Access to calls that are not public: the signed-in person of a request. */
import { eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { requireTokenVerb } from '@cloakroom/server-kit/apiTokens.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { createServe } from '@cloakroom/server-kit/serve.ts';
import type { Queries } from '../db/client.ts';
import { memoizedQuery } from '../db/prepared.ts';
import { users } from '../db/schema.ts';
import type { TokenGrant } from '../modules/apiTokens/scope.ts';

/** A signed-in person, with the API token if the call was made with one. */
export type SignedInUser = typeof users.$inferSelect & { token?: TokenGrant | undefined };

/* eslint-disable @typescript-eslint/consistent-type-definitions -- only an interface can add to another one */
declare module 'fastify' {
  interface FastifyRequest {
    person: SignedInUser | null;
  }
  interface FastifyInstance {
    /** Finds the person of a request by its session cookie, HTTP Basic or a token. @throws {HttpProblem} 401 or 403. */
    authenticate: (request: FastifyRequest) => Promise<SignedInUser>;
  }
}
/* eslint-enable @typescript-eslint/consistent-type-definitions */

const userByIdQuery = memoizedQuery((queries) =>
  queries
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('user_by_id'),
);

/** The person's current row; undefined if there is none. */
export async function personWithId(queries: Queries, id: string): Promise<SignedInUser | undefined> {
  const [person] = await userByIdQuery(queries).execute({ id });
  return person;
}

async function requireUser(request: FastifyRequest): Promise<void> {
  const person = await request.server.authenticate(request);
  if (person.token) requireTokenVerb(request.routeOptions.config.call ?? null, person.token);
  request.person = person;
}

/** Serves endpoints of the contract; those that are not public require a signed-in person. */
export const serve = createServe(requireUser);

/** The signed-in person of a request. @throws {HttpProblem} 401 without one. */
export function userOf(request: FastifyRequest): SignedInUser {
  if (!request.person) throw new HttpProblem(401, 'Sign in to continue.');
  return request.person;
}
