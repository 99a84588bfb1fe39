/** Authenticates calls with API tokens. The database is asked on each call, so that a revocation takes effect at once. */
import { eq, sql } from 'drizzle-orm';
import { apiTokenHash, isApiToken } from '@cloakroom/server-kit/apiTokens.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { memoizedQuery } from '../db/prepared.ts';
import { apiTokens, organizationUsers, users } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { SignedInUser } from './access.ts';

/** The minimum time between two writes of `last_used`, so that not every call causes a write. */
const lastUsedIntervalMs = 60_000;

const tokenByHashQuery = memoizedQuery((queries) =>
  queries
    .select({ token: apiTokens, organization: organizationUsers.organization, user: users })
    .from(apiTokens)
    .innerJoin(organizationUsers, eq(organizationUsers.id, apiTokens.organizationUser))
    .innerJoin(users, eq(users.id, organizationUsers.user))
    .where(eq(apiTokens.hash, sql.placeholder('hash')))
    .prepare('api_token_by_hash'),
);

/**
 * The person or the service account whose calls are made with an API token, with its restrictions.
 * @throws {HttpProblem} 401 for a token that is incomplete, unknown, revoked or expired, or whose person has no active account.
 */
export async function personOfApiToken(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  secret: string,
): Promise<SignedInUser> {
  if (!isApiToken(secret))
    throw refused('The API token is incomplete: its checksum doesn’t match. Copy all of it.');
  const [row] = await tokenByHashQuery(database).execute({ hash: apiTokenHash(secret) });
  if (!row) throw refused(`This API token is not known. ${createAnother}`);
  const { token, organization, user } = row;
  const { id, name, datasets, verbs, expires, revoked, lastUsed } = token;
  const { isServiceAccount } = user;
  if (revoked) throw refused(`The API token "${name}" was revoked on ${dayOf(revoked)}. ${createAnother}`);
  if (expires.getTime() <= clock())
    throw refused(`The API token "${name}" expired on ${dayOf(expires)}. ${createAnother}`);
  if (!user.isActive)
    throw refused(`The account of the person who created the API token "${name}" is not active. Ask another member for a token.`); // prettier-ignore
  if (!lastUsed || clock() - lastUsed.getTime() >= lastUsedIntervalMs)
    await database
      .update(apiTokens)
      .set({ lastUsed: new Date(clock()) })
      .where(eq(apiTokens.id, id));
  return { ...user, token: { id, name, organization, datasets, verbs, expires, isServiceAccount } };
}

const createAnother = 'Create another one under Profile in the console, or with "token create".';

/** The day in UTC. */
const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

const refused = (detail: string) =>
  new HttpProblem(401, detail, { headers: { 'WWW-Authenticate': 'Bearer realm="api"' } });
