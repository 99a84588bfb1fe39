/** Who may sign in by a password, giving away nothing but yes or no; and the sign-in itself. */
import { eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { users } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { minimumDuration } from '../../minimumDuration.ts';
import { plainEmail } from '../../plainEmail.ts';
import type { Person } from '../../plugins/access.ts';
import { knownDevice, rememberDevice } from '../../plugins/device.ts';
import { claimedSession, openSession, personOfSession } from '../../plugins/session.ts';
import { guess } from '../../plugins/throttle.ts';
import { auditAccount } from '../audit/account.ts';
import { accountByEmail } from './repository.ts';

/**
 * The person with this address and password; null, after the same time, for an unknown address, a wrong password and an
 * inactive account alike. Failures count, and the organizations of the account find them in their logs.
 * @throws {HttpProblem} 429 after too many of them.
 */
export async function personWithPassword(
  deps: Deps,
  request: FastifyRequest,
  email: string,
  password: string,
): Promise<Person | null> {
  const { database, passwords } = deps;
  const device = await deviceOf(deps, request, plainEmail(email));
  const attempt = { purpose: 'sign-in', account: email, address: request.client.address, device } as const;
  const least = minimumDuration();
  let account: Person | undefined;
  const found = await passwords.limitChecks(() =>
    guess(deps, attempt, async () => {
      account = await accountByEmail(database, email);
      const right = await passwords.verify(account?.passwordHash, password);
      return account && right && account.isActive ? account : null;
    }),
  );
  if (!found) {
    const failed = { actor: null, action: 'access', model: 'session', changes: { failed: true } } as const;
    await auditAccount(database, request, account, failed);
    // An account's organizations have logs to be written, which takes a moment more.
    await least;
  }
  return found;
}

/** What makes a request one of the account's own: a device that it knows, or a live session; null without either. */
async function deviceOf(deps: Deps, request: FastifyRequest, email: string): Promise<string | null> {
  const device = knownDevice(deps, request, email);
  if (device) return device;
  const session = claimedSession(request);
  const person = session && (await personOfSession(deps, session, { seen: false }));
  return person && person.email === email ? session : null;
}

/** Start a session for somebody who has shown who they are; their browser is a known device from now on. */
export async function signIn(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  person: Person,
): Promise<void> {
  const signedIn = { actor: person.id, action: 'create', model: 'session' } as const;
  await auditAccount(deps.database, request, person, signedIn);
  await openSession(deps, request, reply, person.id);
  rememberDevice(deps, request, reply, person.email);
  await deps.database
    .update(users)
    .set({ lastLogin: new Date(deps.clock()) })
    .where(eq(users.id, person.id));
}
