/** Who may do what with a schema: its organization sees it, its teams reach its records, the admins change it. */
import { and, eq, getTableColumns } from 'drizzle-orm';
import type { Permissions } from '#contract/schemas.ts';
import { forbidden, notFound } from '#host/problem.ts';
import type { Queries } from '../../db/client.ts';
import { organizationUsers, schemas } from '../../db/schema.ts';
import { requireId } from '../ids.ts';
import { requireAdmin } from '../organizations/policy.ts';
import { grantsReaching, permissionsOf } from './permissions.ts';

export type SchemaRow = typeof schemas.$inferSelect;
export type SeenSchema = { schema: SchemaRow; permissions: Permissions };
type Somebody = { id: string };

/** The schema and what the user may do with its records. @throws {HttpProblem} 404 to outsiders of its organization. */
export async function requireSchema(queries: Queries, user: Somebody, id: string): Promise<SeenSchema> {
  const [schema] = await queries
    .select(getTableColumns(schemas))
    .from(schemas)
    .innerJoin(organizationUsers, eq(organizationUsers.organization, schemas.organization))
    .where(and(eq(schemas.id, requireId(id, 'Schema')), eq(organizationUsers.user, user.id)));
  if (!schema) throw notFound('Schema');
  const reaching = await grantsReaching(queries, user, [schema.id]);
  return { schema, permissions: permissionsOf(reaching.get(schema.id) ?? []) };
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
