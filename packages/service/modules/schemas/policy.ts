/** Who may do what with a schema: its organization sees it, its teams reach its records, the admins change it. */
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Permissions } from '@cloakroom/contract/schemas.ts';
import { forbidden, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { kept } from '../../db/prepared.ts';
import { organizationUsers, schemas } from '../../db/schema.ts';
import { requireId } from '../ids.ts';
import { requireAdmin } from '../organizations/policy.ts';
import { permissionsOf, reachingGrants } from './permissions.ts';

export type SchemaRow = typeof schemas.$inferSelect;
export type SeenSchema = { schema: SchemaRow; permissions: Permissions };
type Somebody = { id: string };

/** A row for each grant that reaches the user, and one without where none does. */
const seenBy = kept((queries) => {
  const [user, id] = [sql.placeholder('user'), sql.placeholder('id')];
  const reaching = reachingGrants(queries, user);
  const { schema, fieldNames, canShareKeys, canCreateRecords } = reaching;
  return queries
    .select({
      schema: getTableColumns(schemas),
      grant: { schema, fieldNames, canShareKeys, canCreateRecords },
    })
    .from(schemas)
    .innerJoin(organizationUsers, eq(organizationUsers.organization, schemas.organization))
    .leftJoin(reaching, eq(reaching.schema, schemas.id))
    .where(and(eq(schemas.id, id), eq(organizationUsers.user, user)))
    .prepare('schema_seen_by');
});

/** The schema and what the user may do with its records. @throws {HttpProblem} 404 to outsiders of its organization. */
export async function requireSchema(queries: Queries, user: Somebody, id: string): Promise<SeenSchema> {
  const rows = await seenBy(queries).execute({ id: requireId(id, 'Schema'), user: user.id });
  const [first] = rows;
  if (!first) throw notFound('Schema');
  return { schema: first.schema, permissions: permissionsOf(rows.flatMap(({ grant }) => grant ?? [])) };
}

/** The schema, for somebody who may see its records. @throws {HttpProblem} 404 to outsiders, 403 to members without a team. */
export async function requireSearch(queries: Queries, user: Somebody, id: string): Promise<SchemaRow> {
  const { schema, permissions } = await requireSchema(queries, user, id);
  if (!permissions.can_search)
    throw forbidden(
      `You are on no team that may search "${schema.name}". Ask one of its data owners to add you.`,
    );
  return schema;
}

/** The schema, for somebody who may store records. @throws {HttpProblem} 404 to outsiders, 403 to everybody but data owners. */
export async function requireUpload(queries: Queries, user: Somebody, id: string): Promise<SchemaRow> {
  const { schema, permissions } = await requireSchema(queries, user, id);
  if (!permissions.can_upload)
    throw forbidden(`Only data owners of "${schema.name}" may store records. Ask one of them to add you.`);
  return schema;
}

/**
 * The schema, locked until the transaction ends, for an admin to change or delete it. Uploads in progress end before.
 * @throws {HttpProblem} 404 to outsiders, 403 to plain members.
 */
export async function requireSchemaAdmin(
  transaction: Queries,
  user: Somebody,
  id: string,
): Promise<SeenSchema> {
  const { schema, permissions } = await requireSchema(transaction, user, id);
  await requireAdmin(transaction, user, schema.organization);
  const [locked] = await transaction.select().from(schemas).where(eq(schemas.id, id)).for('update');
  if (!locked) throw notFound('Schema');
  return { schema: locked, permissions };
}
