/** API tokens in the database, and their view for those who may revoke them. */
import { and, count, desc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import { maxTokenLifeMs, type ApiToken, type createApiToken } from '@cloakroom/contract/apiTokens.ts';
import type { ListPage } from '@cloakroom/contract/list.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import { TokenVerb } from '@cloakroom/contract/tokenVerbs.ts';
import { apiTokenHash, newApiToken, shownPrefix } from '@cloakroom/server-kit/apiTokens.ts';
import { conflict, invalid } from '@cloakroom/server-kit/problem.ts';
import type { z } from 'zod';
import type { Queries } from '../../db/client.ts';
import { apiTokens, datasets, organizations, organizationUsers, users } from '../../db/schema.ts';
import { newId } from '../../newId.ts';
import type { Membership } from '../organizations/policy.ts';
import { memberUser, type UserRow } from '../users/memberUser.ts';
import { scopeView } from './scope.ts';

type TokenRow = typeof apiTokens.$inferSelect;
/** A token with the user whose calls are made with it. */
export type OwnedToken = { token: TokenRow; organization: string; user: UserRow };

/** The maximum of unrevoked tokens of one membership. */
const maxTokens = 100;

/** The view of a token. @param expand - `user`. */
export const tokenView = (
  { token, organization, user }: OwnedToken,
  expand: ReadonlySet<string>,
): ApiToken => ({
  ...scopeView({ ...token, organization, isServiceAccount: user.isServiceAccount }),
  url: urlOf('tokens', token.id),
  user: expand.has('user') ? memberUser(user) : urlOf('users', user.id),
  prefix: token.prefix,
  created: token.created.toISOString(),
  last_used: token.lastUsed?.toISOString() ?? null,
});

type Page = { limit: number; offset: number };

const owned = (queries: Queries) =>
  queries
    .select({ token: apiTokens, organization: organizationUsers.organization, user: users })
    .from(apiTokens)
    .innerJoin(organizationUsers, eq(organizationUsers.id, apiTokens.organizationUser))
    .innerJoin(users, eq(users.id, organizationUsers.user));

/** A page of the tokens that match and are not revoked, the newest first. */
async function tokensWhere(
  queries: Queries,
  where: SQL,
  { limit, offset }: Page,
): Promise<ListPage<OwnedToken>> {
  const present = and(where, isNull(apiTokens.revoked));
  const items = await owned(queries)
    .where(present)
    .orderBy(desc(apiTokens.created), apiTokens.id)
    .limit(limit)
    .offset(offset);
  const [total] = await queries
    .select({ count: count() })
    .from(apiTokens)
    .innerJoin(organizationUsers, eq(organizationUsers.id, apiTokens.organizationUser))
    .where(present);
  return { items, total: total?.count ?? 0 };
}

/** A page of a person's tokens. */
export const ownTokens = (queries: Queries, user: { id: string }, page: Page) =>
  tokensWhere(queries, eq(organizationUsers.user, user.id), page);

/** A page of the tokens of an organization's members. The caller checks that the reader is an admin. */
export const tokensOf = (queries: Queries, organization: string, page: Page) =>
  tokensWhere(queries, eq(organizationUsers.organization, organization), page);

/**
 * A token that the reader may see and revoke: their own, or that of a member of an organization that they administer. Undefined for others,
 * and for a revoked one.
 */
export async function visibleToken(
  queries: Queries,
  reader: { id: string },
  id: string,
): Promise<OwnedToken | undefined> {
  const administered = queries
    .select({ id: organizationUsers.organization })
    .from(organizationUsers)
    .innerJoin(organizations, eq(organizations.id, organizationUsers.organization))
    .where(
      and(
        eq(organizationUsers.user, reader.id),
        or(eq(organizationUsers.isAdmin, true), eq(organizations.owner, organizationUsers.id)),
      ),
    );
  const isVisible = or(
    eq(organizationUsers.user, reader.id),
    inArray(organizationUsers.organization, administered),
  );
  const [row] = await owned(queries).where(and(eq(apiTokens.id, id), isNull(apiTokens.revoked), isVisible));
  return row;
}

/**
 * Creates a token.
 * @param owner - the person or the service account, with the membership in the token's organization.
 * @returns the token and its secret, which is not stored.
 * @throws {HttpProblem} 400 for a dataset of another organization and for an expiry in the past or beyond a year, 409 for too
 *   many tokens.
 */
export async function insertToken(
  transaction: Queries,
  { member, user }: { member: Membership; user: UserRow },
  body: z.output<typeof createApiToken.body>,
  now: Date,
): Promise<OwnedToken & { secret: string }> {
  const { organization } = member;
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
  const present = and(eq(apiTokens.organizationUser, member.id), isNull(apiTokens.revoked));
  if ((await transaction.$count(apiTokens, present)) >= maxTokens)
    throw conflict(`${holderOf(user)} ${maxTokens} API tokens in this organization. Revoke one that is not needed first.`); // prettier-ignore
  const secret = newApiToken();
  const [token] = await transaction
    .insert(apiTokens)
    .values({
      id: newId(),
      hash: apiTokenHash(secret),
      prefix: shownPrefix(secret),
      name: body.name,
      organizationUser: member.id,
      datasets: wanted,
      verbs: TokenVerb.options.filter((verb) => body.verbs.includes(verb)),
      created: now,
      expires,
    })
    .returning();
  return { token: token!, organization, user, secret };
}

const holderOf = ({ isServiceAccount, firstName }: UserRow): string =>
  isServiceAccount ? `"${firstName}" has` : 'You have';

/** Revokes a token. Its row stays, so that calls with it learn why they are refused. */
export async function revokeToken(transaction: Queries, id: string, now: Date): Promise<void> {
  await transaction.update(apiTokens).set({ revoked: now }).where(eq(apiTokens.id, id));
}
