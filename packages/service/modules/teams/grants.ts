/** Grants: the keys that a team's members may have. */
import { and, eq } from 'drizzle-orm';
import { fieldNamesOf } from '@cloakroom/contract/fields.ts';
import type { Grant } from '@cloakroom/contract/grants.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import { HttpProblem, invalid, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { grants, teams } from '../../db/schema.ts';
import { requireId } from '../ids.ts';
import { queryKey } from '../schemas/permissions.ts';
import type { SchemaRow } from '../schemas/policy.ts';

export type GrantRow = typeof grants.$inferSelect;

/** The view of a grant. */
export const grantView = (grant: GrantRow): Grant => ({
  id: grant.id,
  url: `${urlOf('schemas', grant.schema)}grants/${grant.id}/`,
  teams: [urlOf('teams', grant.team)],
  schema: urlOf('schemas', grant.schema),
  field_names: grant.fieldNames,
  can_share_keys: grant.canShareKeys,
  can_create_records: grant.canCreateRecords,
});

/** A schema's grants, its data owners' first. */
export async function grantsOf(queries: Queries, schema: string): Promise<GrantRow[]> {
  const rows = await queries
    .select({ grant: grants })
    .from(grants)
    .innerJoin(teams, eq(teams.id, grants.team))
    .where(eq(grants.schema, schema))
    .orderBy(teams.role, grants.id);
  return rows.map(({ grant }) => grant);
}

/**
 * A grant of the schema, locked with its team until the transaction ends, so that the team's members can't change.
 * @throws {HttpProblem} 404 for a grant of another schema.
 */
export async function requireGrant(transaction: Queries, schema: SchemaRow, id: string): Promise<GrantRow> {
  const [found] = await transaction
    .select({ grant: grants })
    .from(grants)
    .innerJoin(teams, eq(teams.id, grants.team))
    .where(and(eq(grants.id, requireId(id, 'Grant')), eq(grants.schema, schema.id)))
    .for('update');
  if (!found) throw notFound('Grant');
  return found.grant;
}

/**
 * Sets the keys of a grant.
 * @throws {HttpProblem} 409 for the data owners' grant, which has every key; 400 for an unknown field, or without the query
 *   key.
 */
export async function setGrantedKeys(
  transaction: Queries,
  schema: SchemaRow,
  grant: GrantRow,
  names: Record<string, true>,
): Promise<GrantRow> {
  if (grant.fieldNames === null)
    throw new HttpProblem(
      409,
      'Data owners hold every key. Only what data requesters may open can be chosen.',
    );
  const known = new Set([queryKey, ...fieldNamesOf(schema.definition)]);
  const unknown = Object.keys(names).find((name) => !known.has(name));
  if (unknown !== undefined) throw invalid({ field_names: [`"${schema.name}" has no field "${unknown}".`] });
  if (!names[queryKey])
    throw invalid({ field_names: [`Data requesters always search: "${queryKey}" has to be named.`] });
  const change = { fieldNames: names };
  await transaction.update(grants).set(change).where(eq(grants.id, grant.id));
  return { ...grant, ...change };
}
