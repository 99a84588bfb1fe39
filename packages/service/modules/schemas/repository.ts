/** Schemas in the database, and their view for callers. */
import { and, eq, exists, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { ListPage } from '@cloakroom/contract/list.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import type { listSchemas, Schema } from '@cloakroom/contract/schemas.ts';
import type { Queries } from '../../db/client.ts';
import { organizationUsers, schemas, segments } from '../../db/schema.ts';
import type { PartStore } from '../../store/partStore.ts';
import { permittedTo, reachedDatasets, type Caller } from '../apiTokens/scope.ts';
import { equalityFilters } from '../filters.ts';
import { sweepSegments } from '../segments/sweep.ts';
import { grantsReaching, permissionsOf } from './permissions.ts';
import type { SchemaRow, SchemaWithPermissions } from './policy.ts';

/** The view of a schema for one caller. */
export const schemaView = ({ schema, permissions }: SchemaWithPermissions): Schema => ({
  id: schema.id,
  url: urlOf('schemas', schema.id),
  dataset: urlOf('datasets', schema.dataset),
  name: schema.name,
  slug: schema.slug,
  description: schema.description,
  schema: schema.definition,
  generation: schema.generation,
  key_checks: schema.keyChecks,
  earlier_key_checks: schema.earlierKeyChecks,
  permissions,
  creator: urlOf('users', schema.creator),
  keys_by: urlOf('users', schema.keysBy ?? schema.creator),
  created: schema.created.toISOString(),
});

/** A page of the schemas of the user's organizations, by name, each with the user's permissions. */
export async function findSchemas(
  queries: Queries,
  user: Caller,
  query: z.output<typeof listSchemas.query>,
): Promise<ListPage<SchemaWithPermissions>> {
  const where = and(
    exists(
      queries
        .select()
        .from(organizationUsers)
        .where(
          and(eq(organizationUsers.organization, schemas.organization), eq(organizationUsers.user, user.id)),
        ),
    ),
    reachedDatasets(user, schemas),
    equalityFilters(query, {
      id: schemas.id,
      dataset: schemas.dataset,
      organization: schemas.organization,
      name: schemas.name,
      slug: schemas.slug,
    }),
  );
  const [rows, total] = await Promise.all([
    queries
      .select()
      .from(schemas)
      .where(where)
      .orderBy(schemas.name, schemas.id)
      .limit(query.limit)
      .offset(query.offset),
    queries.$count(schemas, where),
  ]);
  const reaching = await grantsReaching(
    queries,
    user,
    rows.map(({ id }) => id),
  );
  return {
    items: rows.map((schema) => ({
      schema,
      permissions: permittedTo(user, permissionsOf(reaching.get(schema.id) ?? [])),
    })),
    total,
  };
}

/** The schema of a dataset with this slug. */
export async function schemaBySlug(
  queries: Queries,
  dataset: string,
  slug: string,
): Promise<SchemaRow | undefined> {
  const [row] = await queries
    .select()
    .from(schemas)
    .where(and(eq(schemas.dataset, dataset), eq(schemas.slug, slug)));
  return row;
}

/**
 * Whether any segment is stored for the schema, published or of an unfinished upload; expired ones are swept first.
 * Segments that a manifest no longer lists hold no records.
 */
export async function holdsRecords(transaction: Queries, schema: string, parts: PartStore): Promise<boolean> {
  await sweepSegments(transaction, schema, parts);
  const found = await transaction
    .select({ id: segments.segment })
    .from(segments)
    .where(and(eq(segments.schema, schema), isNull(segments.retired)))
    .limit(1);
  return found.length > 0;
}
