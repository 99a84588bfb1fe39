/** Who is asking: the way in of every call that is not public. */
import { eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { server } from '@cloakroom/server-kit/serve.ts';
import type { Queries } from '../db/client.ts';
import { kept } from '../db/prepared.ts';
import { users } from '../db/schema.ts';

export type Person = typeof users.$inferSelect;

/* eslint-disable @typescript-eslint/consistent-type-definitions -- only an interface can add to another one */
declare module 'fastify' {
  interface FastifyRequest {
    person: Person | null;
  }
  interface FastifyInstance {
    /** Finds who sent a request, by whichever of the three ways in it uses. @throws {HttpProblem} 401 or 403. */
    authenticate: (request: FastifyRequest) => Promise<Person>;
  }
}
/* eslint-enable @typescript-eslint/consistent-type-definitions */

const userBy = kept((queries) =>
  queries
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('user_by_id'),
);

/** The person as the database has them now; undefined when there is none. */
export async function personWithId(queries: Queries, id: string): Promise<Person | undefined> {
  const [person] = await userBy(queries).execute({ id });
  return person;
}

async function requireUser(request: FastifyRequest): Promise<void> {
  request.person = await request.server.authenticate(request);
}

/** Answers calls of the contract; those that are not public only to signed-in people. */
export const serve = server(requireUser);

/** The signed-in person behind a request to a call that is not public. */
export function userOf(request: FastifyRequest): Person {
  if (!request.person) throw new HttpProblem(401, 'Sign in to continue.');
  return request.person;
}
