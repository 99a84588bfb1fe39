/** Identities in the database, and their view for callers. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Identity, IdentityKey } from '@cloakroom/contract/identities.ts';
import type { ListPage } from '@cloakroom/contract/list.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import type { Queries } from '../../db/client.ts';
import { identities, organizationUsers, requests, schemas, users } from '../../db/schema.ts';
import { equalityFilters } from '../filters.ts';
import { memberUser, type UserRow } from '../users/memberUser.ts';

export type OwnedIdentity = { identity: typeof identities.$inferSelect; user: UserRow };

/** The view of an identity. @param expand - `user` returns the person instead of a URL. */
export const identityView = ({ identity, user }: OwnedIdentity, expand: ReadonlySet<string>): Identity => ({
  id: identity.id,
  url: urlOf('identities', identity.id),
  user: expand.has('user') ? memberUser(user) : urlOf('users', identity.user),
  device_id: identity.device,
  primary_public_key: identity.primaryPublicKey,
  sub_public_key: identity.subPublicKey,
  created: identity.created.toISOString(),
  revoked: identity.revoked?.toISOString() ?? null,
});

const owned = (queries: Queries) =>
  queries
    .select({ identity: identities, user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.user));

/** A page of the user's identities, oldest first. */
export async function identitiesOf(
  queries: Queries,
  user: { id: string },
  page: { id?: string | undefined; limit: number; offset: number },
): Promise<ListPage<OwnedIdentity>> {
  const own = and(eq(identities.user, user.id), equalityFilters(page, { id: identities.id }));
  const [items, total] = await Promise.all([
    owned(queries)
      .where(own)
      .orderBy(asc(identities.created), asc(identities.id))
      .limit(page.limit)
      .offset(page.offset),
    queries.$count(identities, own),
  ]);
  return { items, total };
}

/** Identities with their users, by id; without a check of permissions. */
export async function identitiesById(
  queries: Queries,
  ids: readonly string[],
): Promise<Map<string, OwnedIdentity>> {
  if (ids.length === 0) return new Map();
  const rows = await owned(queries).where(inArray(identities.id, [...ids]));
  return new Map(rows.map((row) => [row.identity.id, row]));
}

/** The received and requested keys of an identity, in organizations that its owner belongs to; by schema and field. */
export async function keysOf(queries: Queries, identity: OwnedIdentity['identity']): Promise<IdentityKey[]> {
  const rows = await queries
    .select({ request: requests, name: schemas.name })
    .from(requests)
    .innerJoin(schemas, eq(schemas.id, requests.schema))
    .innerJoin(organizationUsers, eq(organizationUsers.organization, schemas.organization))
    .where(and(eq(requests.identity, identity.id), eq(organizationUsers.user, identity.user)))
    .orderBy(schemas.name, schemas.id, requests.fieldName);
  return rows.map(({ request, name }) => ({
    schema: urlOf('schemas', request.schema),
    schema_name: name,
    field_name: request.fieldName,
    expires: request.expires.toISOString(),
    received: request.received?.toISOString() ?? null,
    denied: request.denied?.toISOString() ?? null,
    reason: request.reason,
  }));
}
