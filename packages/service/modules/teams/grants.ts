/** Grants: the keys that a team's members may have. */
import { and, eq, exists } from 'drizzle-orm';
import { fieldNamesOf, queryKeyName } from '@cloakroom/contract/fields.ts';
import { maxGrantsPerSchema, type Grant } from '@cloakroom/contract/grants.ts';
import type { ListPage } from '@cloakroom/contract/list.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import { conflict, invalid, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { grants, organizationUsers, schemas, teams } from '../../db/schema.ts';
import { newId } from '../../newId.ts';
import { equalityFilters } from '../filters.ts';
import { requireId } from '../ids.ts';
import type { SchemaRow } from '../schemas/policy.ts';
import type { TeamRow } from './policy.ts';
import { teamOrder } from './repository.ts';

export type GrantRow = typeof grants.$inferSelect;

/** The view of a grant. */
export const grantView = (grant: GrantRow): Grant => ({
  id: grant.id,
  url: urlOf('grants', grant.id),
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
    .orderBy(...teamOrder, grants.id);
  return rows.map(({ grant }) => grant);
}

/** A page of the grants of the user's organizations, by schema, data owners first. */
export async function findGrants(
  queries: Queries,
  user: { id: string },
  query: { limit: number; offset: number } & Partial<Record<'id' | 'schema' | 'team', string | undefined>>,
): Promise<ListPage<GrantRow>> {
  const where = and(
    exists(
      queries
        .select()
        .from(schemas)
        .innerJoin(organizationUsers, eq(organizationUsers.organization, schemas.organization))
        .where(and(eq(schemas.id, grants.schema), eq(organizationUsers.user, user.id))),
    ),
    equalityFilters(query, { id: grants.id, schema: grants.schema, team: grants.team }),
  );
  const [rows, total] = await Promise.all([
    queries
      .select({ grant: grants })
      .from(grants)
      .innerJoin(teams, eq(teams.id, grants.team))
      .innerJoin(schemas, eq(schemas.id, grants.schema))
      .where(where)
      .orderBy(schemas.name, schemas.id, ...teamOrder, grants.id)
      .limit(query.limit)
      .offset(query.offset),
    queries.$count(grants, where),
  ]);
  return { items: rows.map(({ grant }) => grant), total };
}

/** The grant for a member of its organization. @throws {HttpProblem} 404 for others. */
export async function requireVisibleGrant(
  queries: Queries,
  user: { id: string },
  id: string,
): Promise<GrantRow> {
  const page = { id: requireId(id, 'Grant'), limit: 1, offset: 0 };
  const [found] = (await findGrants(queries, user, page)).items;
  if (!found) throw notFound('Grant');
  return found;
}

export type GrantOfTeam = { grant: GrantRow; team: TeamRow };

/**
 * A grant of the schema, locked with its team until the transaction ends, so that the team's members can't change.
 * @throws {HttpProblem} 404 for a grant of another schema.
 */
export async function requireGrant(
  transaction: Queries,
  schema: SchemaRow,
  id: string,
): Promise<GrantOfTeam> {
  const [found] = await transaction
    .select({ grant: grants, team: teams })
    .from(grants)
    .innerJoin(teams, eq(teams.id, grants.team))
    .where(and(eq(grants.id, requireId(id, 'Grant')), eq(grants.schema, schema.id)))
    .for('update');
  if (!found) throw notFound('Grant');
  return found;
}

type NewGrant = Pick<Grant, 'field_names' | 'can_share_keys' | 'can_create_records'>;

/**
 * Gives a team of the schema a grant. The schema is locked by the caller.
 * @throws {HttpProblem} 400 for an unknown field, without the query key, or for the right to share some keys only; 409 if the
 *   schema has too many grants.
 */
export async function insertGrant(
  transaction: Queries,
  schema: SchemaRow,
  team: string,
  { field_names, can_share_keys, can_create_records }: NewGrant,
): Promise<GrantRow> {
  if (field_names !== null) requireKnownKeys(schema, field_names);
  if (can_share_keys && field_names !== null)
    throw invalid({
      can_share_keys: ['Only members who have every key can share keys: "field_names" has to be null.'],
    });
  if ((await transaction.$count(grants, eq(grants.schema, schema.id))) >= maxGrantsPerSchema)
    throw conflict(`"${schema.name}" has ${maxGrantsPerSchema} grants already. Delete one of them first.`);
  const grant = {
    id: newId(),
    schema: schema.id,
    team,
    fieldNames: field_names,
    canShareKeys: can_share_keys,
    canCreateRecords: can_create_records,
  };
  await transaction.insert(grants).values(grant);
  return grant;
}

/** Omitted fields are not changed. */
export type GrantChange = {
  field_names?: Grant['field_names'] | undefined;
  can_create_records?: boolean | undefined;
};

/**
 * Changes a grant.
 * @throws {HttpProblem} 409 for the data owners' grant, which has every key; 400 for an unknown field, or without the query
 *   key.
 */
export async function updateGrant(
  transaction: Queries,
  schema: SchemaRow,
  { grant, team }: GrantOfTeam,
  { field_names = grant.fieldNames, can_create_records = grant.canCreateRecords }: GrantChange,
): Promise<GrantRow> {
  if (team.role === 'owners')
    throw conflict(
      'Data owners hold every key and store records. Only the permissions of other teams can be changed.',
    );
  if (grant.canShareKeys && field_names !== null)
    throw conflict(
      `Members who share keys must have every key. Delete this grant of "${team.name}", and create another one.`,
    );
  if (field_names !== null) requireKnownKeys(schema, field_names);
  const change = { fieldNames: field_names, canCreateRecords: can_create_records };
  await transaction.update(grants).set(change).where(eq(grants.id, grant.id));
  return { ...grant, ...change };
}

/**
 * Deletes a grant.
 * @throws {HttpProblem} 409 for the data owners' grant, and for the only grant of another built-in team.
 */
export async function removeGrant(transaction: Queries, { grant, team }: GrantOfTeam): Promise<void> {
  const isOnly = (await transaction.$count(grants, eq(grants.team, team.id))) === 1;
  if (team.role === 'owners' || (team.role !== 'custom' && isOnly))
    throw conflict(
      `"${team.name}" comes with its schema and keeps its grant. Change the grant, or remove the team’s members.`,
    );
  await transaction.delete(grants).where(eq(grants.id, grant.id));
}

/** @throws {HttpProblem} 400 for an unknown field, or without the query key. */
function requireKnownKeys(schema: SchemaRow, names: Record<string, true>): void {
  const known = new Set([queryKeyName, ...fieldNamesOf(schema.definition)]);
  const unknown = Object.keys(names).find((name) => !known.has(name));
  if (unknown !== undefined) throw invalid({ field_names: [`"${schema.name}" has no field "${unknown}".`] });
  if (!names[queryKeyName])
    throw invalid({ field_names: [`Every team can search: "${queryKeyName}" has to be named.`] });
}
