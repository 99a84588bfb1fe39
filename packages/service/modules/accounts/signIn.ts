/** Verifies passwords without revealing whether an account exists, and starts sessions. */
import { eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { users } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { minimumDuration } from '../../minimumDuration.ts';
import { normalizeEmail } from '../../normalizeEmail.ts';
import type { SignedInUser } from '../../plugins/access.ts';
import { knownBrowser, rememberBrowser } from '../../plugins/knownBrowser.ts';
import { claimedSession, startSession, personOfSession } from '../../plugins/session.ts';
import { limitGuesses } from '../../plugins/rateLimit.ts';
import { auditAccount } from '../audit/account.ts';
import { accountByEmail } from './repository.ts';

/**
 * The person with this address and password; null, after the same time, for an unknown address, a wrong password or an
 * inactive account. Failures are counted, and recorded in the audit logs of the account's organizations.
 * @throws {HttpProblem} 429 after too many failures.
 */
export async function personWithPassword(
  deps: Deps,
  request: FastifyRequest,
  email: string,
  password: string,
): Promise<SignedInUser | null> {
  const { database, passwords } = deps;
  const device = await knownBrowserOf(deps, request, normalizeEmail(email));
  const attempt = { purpose: 'sign-in', account: email, address: request.client.address, device } as const;
  const minimum = minimumDuration();
  let account: SignedInUser | undefined;
  const found = await passwords.limitChecks(() =>
    limitGuesses(deps, attempt, async () => {
      account = await accountByEmail(database, email);
      const isRight = await passwords.verify(account?.passwordHash, password);
      return account && isRight && account.isActive ? account : null;
    }),
  );
  if (!found) {
    const failed = { actor: null, action: 'access', model: 'session', changes: { failed: true } } as const;
    await auditAccount(database, request, account, failed);
    // Writing to the logs of an account's organizations takes longer than for an unknown address.
    await minimum;
  }
  return found;
}

/** The known browser or the valid session of a request; null without either. */
async function knownBrowserOf(deps: Deps, request: FastifyRequest, email: string): Promise<string | null> {
  const device = knownBrowser(deps, request, email);
  if (device) return device;
  const session = claimedSession(request);
  const person = session && (await personOfSession(deps, session, { updateLastSeen: false }));
  return person && person.email === email ? session : null;
}

/** Starts a session for an authenticated person, and remembers the browser. */
export async function signIn(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  person: SignedInUser,
): Promise<void> {
  const signedIn = { actor: person.id, action: 'create', model: 'session' } as const;
  await auditAccount(deps.database, request, person, signedIn);
  await startSession(deps, request, reply, person.id);
  rememberBrowser(deps, request, reply, person.email);
  await deps.database
    .update(users)
    .set({ lastLogin: new Date(deps.clock()) })
    .where(eq(users.id, person.id));
}
