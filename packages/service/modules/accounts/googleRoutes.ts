/** Signing in with Google: an account of its own for somebody new, and none that a password already guards. */
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { signInWithProvider } from '@cloakroom/contract/accounts.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { users } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { type Person, serve } from '../../plugins/access.ts';
import { guess } from '../../plugins/throttle.ts';
import { type GooglePerson, googleReader } from './google.ts';
import { accountByEmail, makeAccount } from './repository.ts';
import { signIn } from './signIn.ts';

const refused = (detail: string) => new HttpProblem(401, detail);

export function googleRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, config } = deps;
  const read = googleReader(deps);

  serve(app, signInWithProvider, async ({ request, reply, body: { token } }) => {
    if (!config.GOOGLE_CLIENT_ID)
      throw new HttpProblem(
        404,
        'Sign-in with Google is not set up here. Sign in with your e-mail address and password.',
      );
    // Nobody can guess a signature; what is counted is the same bad token again, and an address that sends many.
    const { address } = request.client;
    const attempt = { purpose: 'sign-in', account: token.id_token, address, device: null } as const;
    const person = await guess(deps, attempt, async () => {
      if (token.client_id !== config.GOOGLE_CLIENT_ID)
        throw refused('This sign-in was meant for another program. Start it again from here.');
      // In the header: the cookie of a browser behind a proxy is the proxy's own, and only its own pages can send this header.
      const csrfToken = request.headers['x-csrftoken'];
      const claims = await read(token.id_token, typeof csrfToken === 'string' ? csrfToken : null);
      return accountOf(database, claims);
    });
    if (person) await signIn(deps, request, reply, person);
    return { detail: 'Login successful' };
  });
}

/**
 * The account that this person's first sign-in made; it is made now if there is none. An account that is there already
 * is never joined to a Google account: whoever made it may not be who reads the address's mail now.
 * @throws {HttpProblem} 401 with the way in that is open.
 */
async function accountOf(queries: Queries, claims: GooglePerson): Promise<Person> {
  const known = await accountBySubject(queries, claims.sub);
  const account =
    known ??
    (await makeAccount(queries, {
      email: claims.email,
      passwordHash: null,
      firstName: claims.given_name,
      lastName: claims.family_name,
      isActive: true,
      googleSubject: claims.sub,
    })) ??
    // Two first sign-ins in the same moment: the other one made it.
    (await accountBySubject(queries, claims.sub)) ??
    (await accountByEmail(queries, claims.email));
  if (account?.passwordHash && account.isActive)
    throw refused('This address has an account with a password. Sign in with your password.');
  if (account?.googleSubject !== claims.sub)
    throw refused(
      'An account for this address is waiting to be opened. Follow the link in its mail, or get a new one by “Forgot password”.',
    );
  if (!account.isActive) throw refused('This account is closed.');
  return account;
}

const accountBySubject = async (queries: Queries, subject: string) =>
  (await queries.select().from(users).where(eq(users.googleSubject, subject)))[0];
