/** Requests for keys, as they are kept and as they are shown. */
import { and, asc, count, eq, gt, isNotNull, isNull, lte, type SQL } from 'drizzle-orm';
import type { ListPage } from '@cloakroom/contract/list.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import type { Request } from '@cloakroom/contract/requests.ts';
import type { Queries } from '../../db/client.ts';
import { identities, requests, schemas, users } from '../../db/schema.ts';
import { below } from '../expand.ts';
import { identityView, type OwnedIdentity } from '../identities/repository.ts';
import { grantsReaching, permissionsOf } from '../schemas/permissions.ts';
import type { SeenSchema } from '../schemas/policy.ts';
import { schemaView } from '../schemas/repository.ts';
import { memberUser } from '../users/memberUser.ts';

/** A request with its requestor, and its schema as the reader sees it. */
export type FullRequest = { request: typeof requests.$inferSelect; schema: SeenSchema } & OwnedIdentity;

/** A request as callers see it. @param expand - any of `user`, `schema`, `identity`, `identity.user`. */
export function requestView(
  { request, schema, identity, user }: FullRequest,
  expand: ReadonlySet<string>,
): Request {
  const inIdentity = below(expand, 'identity');
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

/** Whether a request was fulfilled, or still can be; all of them without a wish. */
export function sharedOr(wish: 'true' | 'false' | undefined, now: Date): SQL | undefined {
  if (wish === undefined) return undefined;
  return wish === 'true'
    ? isNotNull(requests.fulfilled)
    : and(isNull(requests.fulfilled), isNull(requests.denied), gt(requests.expires, now));
}

/** Whether a request has expired; all of them without a wish. */
export function expiredOr(wish: 'true' | 'false' | undefined, now: Date): SQL | undefined {
  if (wish === undefined) return undefined;
  return wish === 'true' ? lte(requests.expires, now) : gt(requests.expires, now);
}

type Page = { limit: number; offset: number };

/** A page of the requests that fit, the first that came first, and how many there are. */
export async function findRequests(
  queries: Queries,
  reader: { id: string },
  where: SQL | undefined,
  page: Page,
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

/** The requests that fit, the first that came first, each with its schema as `reader` sees it. */
export async function requestsWhere(
  queries: Queries,
  reader: { id: string },
  where: SQL | undefined,
  page: Page,
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
