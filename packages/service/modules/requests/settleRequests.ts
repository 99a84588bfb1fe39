/** Opens and closes requests for keys. They are derived from team members, the keys in grants, and members' devices. */
import { and, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { queryKeyName } from '@cloakroom/contract/fields.ts';
import type { Queries } from '../../db/client.ts';
import { identities, requests, schemas, users } from '../../db/schema.ts';
import { newId } from '../../newId.ts';

/** How long a request can be fulfilled. */
export const requestLifetimeMs = 30 * 24 * 3_600_000;

/** PostgreSQL accepts at most 65,535 parameters per statement. */
const maxRowsPerInsert = 5_000;

/** The requests to settle: of some people, for all schemas or some; or of everyone for one schema. */
type Scope = { people: readonly string[]; schemas?: readonly string[] } | { schema: string };
export type Settled = { opened: number; closed: number };
type DueRequest = { identity: string; schema: string; field: string };

/** Every key of a grant, every key at all of one for storing records, for every device of the team's members who belong to the organization. */
const due = sql`
  select identities.id as identity_id, identities.user_id, identities.revoked, schemas.id as schema_id,
    coalesce(schemas.keys_by, schemas.creator_id) as keys_by, key.name as field_name
  from schemas
  join grants on grants.schema_id = schemas.id
  join team_members on team_members.team_id = grants.team_id
  join organization_users on organization_users.organization_id = schemas.organization_id
    and organization_users.user_id = team_members.user_id
  join identities on identities.user_id = team_members.user_id
  cross join lateral (
    select ${queryKeyName} as name union all select json_object_keys(schemas.definition -> 'properties')
  ) as key
  where (grants.field_names is null or grants.can_create_records or jsonb_exists(grants.field_names::jsonb, key.name))`;

/**
 * Opens due requests, and deletes those that are no longer due with their sealed keys. Call it after a change, in the same
 * transaction; it is idempotent. Expired requests are replaced by new ones. The person whose keyring derives the keys gets
 * no requests.
 * @param options.reopenDeniedOf - people whose denied requests are replaced too.
 */
export async function settleRequests(
  transaction: Queries,
  scope: Scope,
  now: Date,
  { reopenDeniedOf = [] }: { reopenDeniedOf?: readonly string[] } = {},
): Promise<Settled> {
  const people = 'people' in scope ? [...scope.people] : await memberIds(transaction, scope.schema);
  const schemaIds = 'schema' in scope ? [scope.schema] : scope.schemas && [...scope.schemas];
  if (people.length === 0 || schemaIds?.length === 0) return { opened: 0, closed: 0 };
  await lockUsers(transaction, people);
  const inScope = and(
    inArray(requests.identity, devicesOf(transaction, people)),
    schemaIds && inArray(requests.schema, schemaIds),
  );
  const closed = await deleteRequests(
    transaction,
    and(
      inScope,
      sql`not exists (select from (${due}) as due where due.identity_id = ${requests.identity}
        and due.schema_id = ${requests.schema} and due.field_name = ${requests.fieldName})`,
    ),
  );
  const reopened = and(
    isNotNull(requests.denied),
    inArray(requests.identity, devicesOf(transaction, reopenDeniedOf)),
  );
  await deleteRequests(transaction, and(inScope, isNull(requests.fulfilled), or(expired(now), reopened)));
  const dueInScope = sql`due.user_id in ${people} and due.user_id <> due.keys_by
    ${schemaIds ? sql`and due.schema_id in ${schemaIds}` : sql``}`;
  return { opened: await insertRequests(transaction, dueInScope, now), closed };
}

/** Opens requests for the keys of a schema that a device lacks; denied requests stay denied. */
export async function requestMissingKeys(
  transaction: Queries,
  identity: typeof identities.$inferSelect,
  schema: string,
  now: Date,
): Promise<number> {
  await lockUsers(transaction, [identity.user]);
  const ofDevice = and(eq(requests.identity, identity.id), eq(requests.schema, schema));
  const unanswered = and(isNull(requests.fulfilled), isNull(requests.denied), expired(now));
  await deleteRequests(transaction, and(ofDevice, or(unanswered, isNotNull(requests.received))));
  return insertRequests(
    transaction,
    sql`due.identity_id = ${identity.id} and due.schema_id = ${schema}`,
    now,
  );
}

/**
 * Opens requests for a schema's new keys, for everyone who may have them except the person who rotated them. Denied
 * requests stay denied. Call it in the rotation's transaction.
 * @param rotator - the person whose keyring derives the new keys.
 */
export async function reopenRequests(
  transaction: Queries,
  schema: string,
  rotator: string,
  now: Date,
): Promise<Settled> {
  await transaction.update(schemas).set({ keysBy: rotator }).where(eq(schemas.id, schema));
  const people = (await memberIds(transaction, schema)).filter((id) => id !== rotator);
  if (people.length === 0) return { opened: 0, closed: 0 };
  await lockUsers(transaction, people);
  const ofPeople = inArray(requests.identity, devicesOf(transaction, people));
  await deleteRequests(transaction, and(eq(requests.schema, schema), ofPeople, isNull(requests.denied)));
  return settleRequests(transaction, { people, schemas: [schema] }, now);
}

const expired = (now: Date) => lte(requests.expires, now);

const memberIds = async (queries: Queries, schema: string): Promise<string[]> => {
  const { rows } = await queries.execute<{ user: string }>(
    sql`select distinct user_id as user from team_members join teams on teams.id = team_id where schema_id = ${schema}`,
  );
  return rows.map(({ user }) => user);
};

const devicesOf = (queries: Queries, people: readonly string[]) =>
  queries
    .select({ id: identities.id })
    .from(identities)
    .where(inArray(identities.user, [...people]));

/** Locks the users: of two concurrent changes of their devices, teams or keys, neither would see the other's rows. */
async function lockUsers(transaction: Queries, people: string[]): Promise<void> {
  await transaction
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, people))
    .orderBy(users.id)
    .for('no key update');
}

async function deleteRequests(transaction: Queries, where: SQL | undefined): Promise<number> {
  return (await transaction.delete(requests).where(where)).rowCount ?? 0;
}

async function insertRequests(transaction: Queries, where: SQL, now: Date): Promise<number> {
  const { rows } = await transaction.execute<DueRequest>(sql`
    select distinct due.identity_id as identity, due.schema_id as schema, due.field_name as field
    from (${due}) as due
    where due.revoked is null and ${where} and not exists (select from requests where
      requests.identity_id = due.identity_id and requests.schema_id = due.schema_id
      and requests.field_name = due.field_name)
    order by schema, identity, field`);
  const expires = new Date(now.getTime() + requestLifetimeMs);
  for (let from = 0; from < rows.length; from += maxRowsPerInsert)
    await transaction.insert(requests).values(
      rows.slice(from, from + maxRowsPerInsert).map(({ identity, schema, field }) => ({
        id: newId(),
        identity,
        schema,
        fieldName: field,
        created: now,
        expires,
      })),
    );
  return rows.length;
}
