/** API tokens in the database, and their view for the person who created them. */
import { and, count, desc, eq, inArray, isNull } from 'drizzle-orm';
import { maxTokenLifeMs, type ApiToken, type createApiToken } from '@cloakroom/contract/apiTokens.ts';
import type { ListPage } from '@cloakroom/contract/list.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import { TokenVerb } from '@cloakroom/contract/tokenVerbs.ts';
import { apiTokenHash, newApiToken, shownPrefix } from '@cloakroom/server-kit/apiTokens.ts';
import { HttpProblem, invalid } from '@cloakroom/server-kit/problem.ts';
import type { z } from 'zod';
import type { Queries } from '../../db/client.ts';
import { apiTokens, datasets, organizationUsers } from '../../db/schema.ts';
import { newId } from '../../newId.ts';
import type { Membership } from '../organizations/policy.ts';
import { scopeView } from './scope.ts';

type TokenRow = typeof apiTokens.$inferSelect;
export type OwnToken = { token: TokenRow; organization: string };

/** Tokens of one membership that are not revoked. */
const maxTokens = 100;

/** The view of a token. */
export const tokenView = ({ token, organization }: OwnToken): ApiToken => ({
  ...scopeView({ ...token, organization }),
  url: urlOf('tokens', token.id),
  prefix: token.prefix,
  created: token.created.toISOString(),
  last_used: token.lastUsed?.toISOString() ?? null,
});

const ofPerson = (user: { id: string }) =>
  and(eq(organizationUsers.user, user.id), isNull(apiTokens.revoked));

const ownTokens = (queries: Queries) =>
  queries
    .select({ token: apiTokens, organization: organizationUsers.organization })
    .from(apiTokens)
    .innerJoin(organizationUsers, eq(organizationUsers.id, apiTokens.organizationUser));

/** A page of a person's tokens, the newest first. */
export async function findTokens(
  queries: Queries,
  user: { id: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<ListPage<ApiToken>> {
  const rows = await ownTokens(queries)
    .where(ofPerson(user))
    .orderBy(desc(apiTokens.created), apiTokens.id)
    .limit(limit)
    .offset(offset);
  const [total] = await queries
    .select({ count: count() })
    .from(apiTokens)
    .innerJoin(organizationUsers, eq(organizationUsers.id, apiTokens.organizationUser))
    .where(ofPerson(user));
  return { items: rows.map(tokenView), total: total?.count ?? 0 };
}

/** A person's token; undefined for a revoked one and for another person's. */
export async function ownToken(
  queries: Queries,
  user: { id: string },
  id: string,
): Promise<OwnToken | undefined> {
  const [row] = await ownTokens(queries).where(and(ofPerson(user), eq(apiTokens.id, id)));
  return row;
}

/**
 * Creates a token.
 * @param membership - of the person, in the token's organization.
 * @returns the token and its secret, which is stored nowhere.
 * @throws {HttpProblem} 400 for a dataset of another organization and for an expiry in the past or beyond a year, 409 for too
 *   many tokens.
 */
export async function insertToken(
  transaction: Queries,
  membership: Membership,
  body: z.output<typeof createApiToken.body>,
  now: Date,
): Promise<OwnToken & { secret: string }> {
  const { organization } = membership;
  const expires = new Date(body.expires);
  const lifeMs = expires.getTime() - now.getTime();
  if (lifeMs <= 0) throw invalid({ expires: ['The token would have expired already.'] });
  if (lifeMs > maxTokenLifeMs) throw invalid({ expires: ['A token expires within a year.'] });
  const wanted = body.datasets && [...new Set(body.datasets)];
  if (wanted) {
    const found = await transaction
      .select({ id: datasets.id })
      .from(datasets)
      .where(and(eq(datasets.organization, organization), inArray(datasets.id, wanted)));
    if (found.length < wanted.length)
      throw invalid({ datasets: ['A dataset is not one of this organization. Choose others.'] });
  }
  const present = and(eq(apiTokens.organizationUser, membership.id), isNull(apiTokens.revoked));
  if ((await transaction.$count(apiTokens, present)) >= maxTokens)
    throw new HttpProblem(409, `You have ${maxTokens} API tokens in this organization. Revoke one that is not needed first.`); // prettier-ignore
  const secret = newApiToken();
  const [token] = await transaction
    .insert(apiTokens)
    .values({
      id: newId(),
      hash: apiTokenHash(secret),
      prefix: shownPrefix(secret),
      name: body.name,
      organizationUser: membership.id,
      datasets: wanted,
      verbs: TokenVerb.options.filter((verb) => body.verbs.includes(verb)),
      created: now,
      expires,
    })
    .returning();
  return { token: token!, organization, secret };
}

/** Revokes a token. Its row stays, so that calls with it learn why they are refused. */
export async function revokeToken(transaction: Queries, id: string, now: Date): Promise<void> {
  await transaction.update(apiTokens).set({ revoked: now }).where(eq(apiTokens.id, id));
}
