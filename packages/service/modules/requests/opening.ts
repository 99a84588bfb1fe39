/** Which requests there are: they follow from who is on which team, what its grant names, and which devices people have. */
import { and, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { identities, requests, schemas, users } from '../../db/schema.ts';
import { newId } from '../../newId.ts';
import { queryKey } from '../schemas/permissions.ts';

/** How long a request can be fulfilled, in milliseconds. */
export const requestLife = 30 * 24 * 3_600_000;

/** How many rows go into one statement: PostgreSQL takes at most 65,535 values. */
const bulk = 5_000;

/** Whose requests are looked at: some people's for every schema or for some, or everybody's of one schema. */
type Scope = { people: readonly string[]; schemas?: readonly string[] } | { schema: string };
export type Settled = { opened: number; closed: number };
type Due = { identity: string; schema: string; field: string };

/** Every key that a grant names, for every device of those on its team who belong to the organization. */
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
    select ${queryKey} as name union all select json_object_keys(schemas.definition -> 'properties')
  ) as key
  where (grants.field_names is null or jsonb_exists(grants.field_names::jsonb, key.name))`;

/**
 * Open the requests that are due and drop those that aren't any more, with their sealed keys. Call it in the transaction of
 * the change that makes the difference, after it; calling it again changes nothing. What has expired is asked for anew.
 * Nothing is asked for the person whose keyring makes the keys.
 * @param options.forgive - for whom what was denied is asked for anew too.
 */
export async function settleRequests(
  transaction: Queries,
  scope: Scope,
  now: Date,
  { forgive = [] }: { forgive?: readonly string[] } = {},
): Promise<Settled> {
  const people = 'people' in scope ? [...scope.people] : await onTeams(transaction, scope.schema);
  const within = 'schema' in scope ? [scope.schema] : scope.schemas && [...scope.schemas];
  if (people.length === 0 || within?.length === 0) return { opened: 0, closed: 0 };
  await takeTurns(transaction, people);
  const ofThem = and(
    inArray(requests.identity, devicesOf(transaction, people)),
    within && inArray(requests.schema, within),
  );
  const gone = await drop(
    transaction,
    and(
      ofThem,
      sql`not exists (select from (${due}) as due where due.identity_id = ${requests.identity}
        and due.schema_id = ${requests.schema} and due.field_name = ${requests.fieldName})`,
    ),
  );
  const forgiven = and(
    isNotNull(requests.denied),
    inArray(requests.identity, devicesOf(transaction, forgive)),
  );
  await drop(transaction, and(ofThem, isNull(requests.fulfilled), or(stale(now), forgiven)));
  const inScope = sql`due.user_id in ${people} and due.user_id <> due.keys_by
    ${within ? sql`and due.schema_id in ${within}` : sql``}`;
  return { opened: await open(transaction, inScope, now), closed: gone };
}

/** Ask for the keys of a schema that a device lacks, whoever makes them; what was denied stays so. */
export async function askAgain(
  transaction: Queries,
  identity: typeof identities.$inferSelect,
  schema: string,
  now: Date,
): Promise<number> {
  await takeTurns(transaction, [identity.user]);
  const asked = and(eq(requests.identity, identity.id), eq(requests.schema, schema));
  const unanswered = and(isNull(requests.fulfilled), isNull(requests.denied), stale(now));
  await drop(transaction, and(asked, or(unanswered, isNotNull(requests.received))));
  return open(transaction, sql`due.identity_id = ${identity.id} and due.schema_id = ${schema}`, now);
}

/**
 * After a schema was given new keys: everybody who may have them asks for them, but who made them. What was denied stays so.
 * Call it in the rotation's transaction.
 * @param maker - whose keyring makes the keys from now on.
 */
export async function reopenRequests(
  transaction: Queries,
  schema: string,
  maker: string,
  now: Date,
): Promise<Settled> {
  await transaction.update(schemas).set({ keysBy: maker }).where(eq(schemas.id, schema));
  const people = (await onTeams(transaction, schema)).filter((id) => id !== maker);
  if (people.length === 0) return { opened: 0, closed: 0 };
  await takeTurns(transaction, people);
  const theirs = inArray(requests.identity, devicesOf(transaction, people));
  await drop(transaction, and(eq(requests.schema, schema), theirs, isNull(requests.denied)));
  return settleRequests(transaction, { people, schemas: [schema] }, now);
}

const stale = (now: Date) => lte(requests.expires, now);

const onTeams = async (queries: Queries, schema: string): Promise<string[]> => {
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

/** One change of somebody's devices, teams or keys at a time: two that don't see each other would both open nothing. */
async function takeTurns(transaction: Queries, people: string[]): Promise<void> {
  await transaction
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, people))
    .orderBy(users.id)
    .for('no key update');
}

async function drop(transaction: Queries, which: SQL | undefined): Promise<number> {
  return (await transaction.delete(requests).where(which)).rowCount ?? 0;
}

async function open(transaction: Queries, which: SQL, now: Date): Promise<number> {
  const { rows } = await transaction.execute<Due>(sql`
    select distinct due.identity_id as identity, due.schema_id as schema, due.field_name as field
    from (${due}) as due
    where due.revoked is null and ${which} and not exists (select from requests where
      requests.identity_id = due.identity_id and requests.schema_id = due.schema_id
      and requests.field_name = due.field_name)
    order by schema, identity, field`);
  const expires = new Date(now.getTime() + requestLife);
  for (let from = 0; from < rows.length; from += bulk)
    await transaction.insert(requests).values(
      rows.slice(from, from + bulk).map(({ identity, schema, field }) => ({
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
