/** A person's permissions on a schema: the union of their teams' grants. */
import { eq, inArray, type Placeholder } from 'drizzle-orm';
import { queryKeyName } from '@cloakroom/contract/fields.ts';
import type { Permissions } from '@cloakroom/contract/schemas.ts';
import type { Queries } from '../../db/client.ts';
import { grants, teamMembers } from '../../db/schema.ts';

export type Grant = Pick<
  typeof grants.$inferSelect,
  'schema' | 'fieldNames' | 'canShareKeys' | 'canCreateRecords'
>;

/** The permissions of a person with these grants; without grants there are none, even for admins. */
export function permissionsOf(reaching: readonly Grant[]): Permissions {
  const everything = reaching.some(({ fieldNames }) => fieldNames === null);
  const names = new Set(reaching.flatMap(({ fieldNames }) => Object.keys(fieldNames ?? {})));
  const fields = [...names].filter((name) => name !== queryKeyName).sort();
  return {
    can_search: everything || names.has(queryKeyName),
    can_upload: reaching.some(({ canCreateRecords }) => canCreateRecords),
    can_decrypt: everything || (fields.length > 0 && fields),
    can_share_keys: reaching.some(({ canShareKeys }) => canShareKeys),
  };
}

/** The grants of a person's teams, as a subquery. */
export const reachingGrants = (queries: Queries, user: string | Placeholder) =>
  queries
    .select({
      schema: grants.schema,
      fieldNames: grants.fieldNames,
      canShareKeys: grants.canShareKeys,
      canCreateRecords: grants.canCreateRecords,
    })
    .from(grants)
    .innerJoin(teamMembers, eq(teamMembers.team, grants.team))
    .where(eq(teamMembers.user, user))
    .as('reaching');

/** The grants of a person's teams by schema, in one query. */
export async function grantsReaching(
  queries: Queries,
  user: { id: string },
  schemas: readonly string[],
): Promise<Map<string, Grant[]>> {
  if (schemas.length === 0) return new Map();
  const reaching = reachingGrants(queries, user.id);
  const rows = await queries
    .select()
    .from(reaching)
    .where(inArray(reaching.schema, [...schemas]));
  const bySchema = new Map<string, Grant[]>(schemas.map((schema) => [schema, []]));
  for (const row of rows) bySchema.get(row.schema)?.push(row);
  return bySchema;
}
