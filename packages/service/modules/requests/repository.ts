/** Requests for keys in the database, and their view for callers. */
import { and, asc, count, eq, gt, isNotNull, isNull, lte, type SQL } from 'drizzle-orm';
import type { ListPage } from '@cloakroom/contract/list.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import type { Request } from '@cloakroom/contract/requests.ts';
import type { Queries } from '../../db/client.ts';
import { identities, requests, schemas, users } from '../../db/schema.ts';
import { expansionsBelow } from '../expand.ts';
import { identityView, type OwnedIdentity } from '../identities/repository.ts';
import { grantsReaching, permissionsOf } from '../schemas/permissions.ts';
import type { SchemaWithPermissions } from '../schemas/policy.ts';
import { schemaView } from '../schemas/repository.ts';
import { memberUser } from '../users/memberUser.ts';

/** A request with its requester, and its schema with the reader's permissions. */
export type FullRequest = {
  request: typeof requests.$inferSelect;
  schema: SchemaWithPermissions;
} & OwnedIdentity;

/** The view of a request. @param expand - any of `user`, `schema`, `identity`, `identity.user`. */
export function requestView(
  { request, schema, identity, user }: FullRequest,
  expand: ReadonlySet<string>,
): Request {
  const inIdentity = expansionsBelow(expand, 'identity');
  return {
    id: request.id,
    url: urlOf('requests', request.id),
    identity: inIdentity
      ? identityView({ identity, user }, inIdentity)
      : urlOf('identities', request.identity),
    user: expand.has('user') ? memberUser(user) : urlOf('users', identity.user),
    schema: expand.has('schema') ? schemaView(schema) : urlOf('schemas', request.schema),
    field_name: request.fieldName,
    created: request.created.toISOString(),
    expires: request.expires.toISOString(),
    fulfilled: request.fulfilled?.toISOString() ?? null,
    received: request.received?.toISOString() ?? null,
    denied: request.denied?.toISOString() ?? null,
    reason: request.reason,
  };
}

/** Fulfilled requests for `true`, open ones for `false`, all without a value. */
export function sharedFilter(value: 'true' | 'false' | undefined, now: Date): SQL | undefined {
  if (value === undefined) return undefined;
  return value === 'true'
    ? isNotNull(requests.fulfilled)
    : and(isNull(requests.fulfilled), isNull(requests.denied), gt(requests.expires, now));
}

/** Expired requests for `true`, others for `false`, all without a value. */
export function expiredFilter(value: 'true' | 'false' | undefined, now: Date): SQL | undefined {
  if (value === undefined) return undefined;
  return value === 'true' ? lte(requests.expires, now) : gt(requests.expires, now);
}

type PageQuery = { limit: number; offset: number };

/** A page of the requests that match, oldest first, and their total. */
export async function findRequests(
  queries: Queries,
  reader: { id: string },
  where: SQL | undefined,
  page: PageQuery,
): Promise<ListPage<FullRequest>> {
  const [items, [counted]] = await Promise.all([
    requestsWhere(queries, reader, where, page),
    queries
      .select({ total: count() })
      .from(requests)
      .innerJoin(identities, eq(identities.id, requests.identity))
      .innerJoin(schemas, eq(schemas.id, requests.schema))
      .where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}

/** A page of the requests that match, oldest first, each with its schema and the reader's permissions. */
export async function requestsWhere(
  queries: Queries,
  reader: { id: string },
  where: SQL | undefined,
  page: PageQuery,
): Promise<FullRequest[]> {
  const rows = await queries
    .select({ request: requests, identity: identities, user: users, schema: schemas })
    .from(requests)
    .innerJoin(identities, eq(identities.id, requests.identity))
    .innerJoin(users, eq(users.id, identities.user))
    .innerJoin(schemas, eq(schemas.id, requests.schema))
    .where(where)
    .orderBy(asc(requests.created), asc(requests.id))
    .limit(page.limit)
    .offset(page.offset);
  const reaching = await grantsReaching(
    queries,
    reader,
    rows.map(({ schema }) => schema.id),
  );
  return rows.map((row) => ({
    ...row,
    schema: { schema: row.schema, permissions: permissionsOf(reaching.get(row.schema.id) ?? []) },
  }));
}
