/** Who may sign in by a password, giving away nothing but yes or no; and the sign-in itself. */
import { eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { users } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import type { Person } from '../../plugins/access.ts';
import { openSession } from '../../plugins/session.ts';
import { countAttempt, forgive, refuseTooMany } from '../../plugins/throttle.ts';

/**
 * The person with this address and password; null, after the same time, for an unknown address, a wrong password and an
 * inactive account alike. Failures count.
 * @throws {HttpProblem} 429 after too many of them.
 */
export async function personWithPassword(
  deps: Deps,
  request: FastifyRequest,
  email: string,
  password: string,
): Promise<Person | null> {
  const { database, passwords } = deps;
  const attempt = { purpose: 'sign-in', account: email, address: request.ip } as const;
  await refuseTooMany(deps, attempt);
  const [person] = await database.select().from(users).where(eq(users.email, email.trim().toLowerCase()));
  const right = await passwords.verify(person?.passwordHash, password);
  if (person && right && person.isActive) {
    await forgive(deps, attempt);
    return person;
  }
  await countAttempt(deps, attempt);
  return null;
}

/** Start a session for somebody who has shown who they are. */
export async function signIn(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  person: Person,
): Promise<void> {
  await openSession(deps, request, reply, person.id);
  await deps.database
    .update(users)
    .set({ lastLogin: new Date(deps.clock()) })
    .where(eq(users.id, person.id));
}
