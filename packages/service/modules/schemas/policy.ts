/** Permissions on schemas: members of the organization may see them, teams may read records, admins may change them. */
import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import { mayChangeRecords, type Permissions } from '@cloakroom/contract/schemas.ts';
import { forbidden, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { memoizedQuery } from '../../db/prepared.ts';
import { manifests, organizationUsers, schemas } from '../../db/schema.ts';
import { permittedTo, reachesDataset, type Caller } from '../apiTokens/scope.ts';
import { requireId } from '../ids.ts';
import { requireAdmin } from '../organizations/policy.ts';
import { permissionsOf, reachingGrants } from './permissions.ts';

export type SchemaRow = typeof schemas.$inferSelect;
export type SchemaWithPermissions = { schema: SchemaRow; permissions: Permissions };
export type SchemaState = SchemaWithPermissions & {
  /** The MAC of the current manifest; empty before the first. */
  mac: string;
  /** Whether the person may change stored records. What an API token may do of it depends on its verbs. */
  isRecordOwner: boolean;
};

/**
 * A row for each of the user's grants, or one without a grant.
 * @param found - a subselect for the same statement.
 */
export function schemaForUser<Found>(queries: Queries, found: SQL<Found>) {
  const [user, id] = [sql.placeholder('user'), sql.placeholder('id')];
  const reaching = reachingGrants(queries, user);
  const { schema, fieldNames, canShareKeys, canCreateRecords } = reaching;
  return queries
    .select({
      schema: getTableColumns(schemas),
      mac: manifests.mac,
      found,
      grant: { schema, fieldNames, canShareKeys, canCreateRecords },
    })
    .from(schemas)
    .innerJoin(organizationUsers, eq(organizationUsers.organization, schemas.organization))
    .leftJoin(reaching, eq(reaching.schema, schemas.id))
    .leftJoin(manifests, eq(manifests.schema, schemas.id))
    .where(and(eq(schemas.id, id), eq(organizationUsers.user, user)));
}

const schemaForUserQuery = memoizedQuery((queries) =>
  schemaForUser(queries, sql<null>`null`).prepare('schema_seen_by'),
);

/** The schema with the user's permissions. @throws {HttpProblem} 404 for non-members of its organization. */
export async function requireSchema(queries: Queries, user: Caller, id: string): Promise<SchemaState> {
  const rows = await schemaForUserQuery(queries).execute({ id: requireId(id, 'Schema'), user: user.id });
  return stateOf(user, rows);
}

type SeenRow = Omit<Awaited<ReturnType<typeof schemaForUser>>[number], 'found'>;

/**
 * The state that rows of {@link schemaForUser} show to the user.
 * @throws {HttpProblem} 404 if there are none, or the user's API token does not reach the schema.
 */
export function stateOf(user: Caller, rows: readonly SeenRow[]): SchemaState {
  const [first] = rows;
  if (!first || !reachesDataset(user, first.schema)) throw notFound('Schema');
  const { schema, mac } = first;
  const granted = permissionsOf(rows.flatMap(({ grant }) => grant ?? []));
  const permissions = permittedTo(user, granted);
  return { schema, mac: mac ?? '', permissions, isRecordOwner: mayChangeRecords(granted) };
}

/** The schema for a user who may search it. @throws {HttpProblem} 404 for non-members, 403 for members without a team. */
export const requireSearch = async (queries: Queries, user: Caller, id: string): Promise<SchemaRow> =>
  searchable(await requireSchema(queries, user, id)).schema;

/** The same with its manifest's MAC. */
export const requireSearchState = async (queries: Queries, user: Caller, id: string): Promise<SchemaState> =>
  searchable(await requireSchema(queries, user, id));

/** The state, if it permits searching. @throws {HttpProblem} 403. */
export function searchable(state: SchemaState): SchemaState {
  const { schema, permissions } = state;
  if (!permissions.can_search)
    throw forbidden(
      `You are on no team that may search "${schema.name}". Ask one of its data owners to add you.`,
    );
  return state;
}

/** The schema for a user who may store records. @throws {HttpProblem} 404 for non-members, 403 for all others. */
export async function requireUpload(queries: Queries, user: Caller, id: string): Promise<SchemaState> {
  const state = await requireSchema(queries, user, id);
  if (!state.permissions.can_upload)
    throw forbidden(
      `You are on no team that may store records of "${state.schema.name}". Ask one of its data owners to add you.`,
    );
  return state;
}

/** The schema for a user who may change stored records. @throws {HttpProblem} 404 for non-members, 403 for all but data owners. */
export async function requireRecordOwner(queries: Queries, user: Caller, id: string): Promise<SchemaRow> {
  const { schema, permissions, isRecordOwner } = await requireSchema(queries, user, id);
  if (!permissions.can_upload || !isRecordOwner)
    throw forbidden(
      `Only data owners of "${schema.name}" may change its stored records. Ask one of them to add you.`,
    );
  return schema;
}

/**
 * The schema for an admin, locked until the transaction ends. The lock waits for segments that are being stored.
 * @throws {HttpProblem} 404 for non-members, 403 for members who are no admins.
 */
export async function requireSchemaAdmin(
  transaction: Queries,
  user: Caller,
  id: string,
): Promise<SchemaState> {
  const state = await requireSchema(transaction, user, id);
  await requireAdmin(transaction, user, state.schema.organization);
  const [locked] = await transaction.select().from(schemas).where(eq(schemas.id, id)).for('update');
  if (!locked) throw notFound('Schema');
  return { ...state, schema: locked };
}
