/** Signing in with Google. Accounts with a password are never linked. */
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { signInWithProvider } from '@cloakroom/contract/accounts.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { users } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { type SignedInUser, serve } from '../../plugins/access.ts';
import { limitGuesses } from '../../plugins/rateLimit.ts';
import { type GooglePerson, googleTokenVerifier } from './google.ts';
import { accountByEmail, insertAccount } from './repository.ts';
import { signIn } from './signIn.ts';

const unauthorized = (detail: string) => new HttpProblem(401, detail);

export function googleRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, config } = deps;
  const verify = googleTokenVerifier(deps);

  serve(app, signInWithProvider, async ({ request, reply, body: { token } }) => {
    if (!config.GOOGLE_CLIENT_ID)
      throw new HttpProblem(
        404,
        'Sign-in with Google is not set up here. Sign in with your e-mail address and password.',
      );
    // Signatures can't be guessed: the limit is for repeated invalid tokens, and for an address that sends many.
    const { address } = request.client;
    const attempt = { purpose: 'sign-in', account: token.id_token, address, device: null } as const;
    const person = await limitGuesses(deps, attempt, async () => {
      if (token.client_id !== config.GOOGLE_CLIENT_ID)
        throw unauthorized('This sign-in was meant for another program. Start it again from here.');
      // From the header: behind a proxy the cookie is the proxy's, and only pages of this origin can send the header.
      const csrfToken = request.headers['x-csrftoken'];
      const claims = await verify(token.id_token, typeof csrfToken === 'string' ? csrfToken : null);
      return accountOf(database, claims);
    });
    if (person) await signIn(deps, request, reply, person);
    return { detail: 'Login successful' };
  });
}

/**
 * The account of this Google subject; created at the first sign-in. An existing account with the same address is never
 * linked: its creator may not own the address.
 * @throws {HttpProblem} 401 with how to sign in instead.
 */
async function accountOf(queries: Queries, claims: GooglePerson): Promise<SignedInUser> {
  const existing = await accountBySubject(queries, claims.sub);
  const account =
    existing ??
    (await insertAccount(queries, {
      email: claims.email,
      passwordHash: null,
      firstName: claims.given_name,
      lastName: claims.family_name,
      isActive: true,
      googleSubject: claims.sub,
    })) ??
    // A concurrent first sign-in created it.
    (await accountBySubject(queries, claims.sub)) ??
    (await accountByEmail(queries, claims.email));
  if (account?.passwordHash && account.isActive)
    throw unauthorized('This address has an account with a password. Sign in with your password.');
  if (account?.googleSubject !== claims.sub)
    throw unauthorized(
      'An account for this address is waiting to be opened. Follow the link in its mail, or get a new one with “Forgot password”.',
    );
  if (!account.isActive) throw unauthorized('This account is closed.');
  return account;
}

const accountBySubject = async (queries: Queries, subject: string) =>
  (await queries.select().from(users).where(eq(users.googleSubject, subject)))[0];
