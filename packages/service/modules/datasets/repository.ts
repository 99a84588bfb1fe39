/** Datasets in the database, and their view for callers. */
import { and, eq, exists, getTableColumns, type SQL } from 'drizzle-orm';
import type { createDataset, Dataset, listDatasets, patchDataset } from '@cloakroom/contract/datasets.ts';
import type { ListPage } from '@cloakroom/contract/list.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import type { z } from 'zod';
import type { Queries } from '../../db/client.ts';
import { datasets, organizations, organizationUsers, schemas } from '../../db/schema.ts';
import { reachedDatasets, type Caller } from '../apiTokens/scope.ts';
import { equalityFilters } from '../filters.ts';
import { newId } from '../../newId.ts';
import { chosenSlug } from '../../slug.ts';
import type { DatasetRow } from './policy.ts';

/** The view of a dataset: spreads all columns, so that a new column needs no change here. */
export const datasetView = ({ organization, created, ...rest }: DatasetRow): Dataset => ({
  ...rest,
  url: urlOf('datasets', rest.id),
  organization: urlOf('organizations', organization),
  created: created.toISOString(),
});

/** A page of the datasets of the user's organizations, by name; optionally with their numbers of schemas. */
export async function findDatasets(
  queries: Queries,
  user: Caller,
  query: z.output<typeof listDatasets.query>,
): Promise<ListPage<Dataset>> {
  const filters: (SQL | undefined)[] = [
    exists(
      queries
        .select()
        .from(organizationUsers)
        .where(
          and(eq(organizationUsers.organization, datasets.organization), eq(organizationUsers.user, user.id)),
        ),
    ),
    reachedDatasets(user, { organization: datasets.organization, dataset: datasets.id }),
    equalityFilters(query, {
      id: datasets.id,
      organization: datasets.organization,
      name: datasets.name,
      slug: datasets.slug,
    }),
  ];
  const where = and(...filters);
  const schemaCount = queries.$count(schemas, eq(schemas.dataset, datasets.id));
  const counts = query.expand === 'schema_count' ? { schema_count: schemaCount } : {};
  const [rows, total] = await Promise.all([
    queries
      .select({ ...getTableColumns(datasets), ...counts })
      .from(datasets)
      .where(where)
      .orderBy(datasets.name, datasets.id)
      .limit(query.limit)
      .offset(query.offset),
    queries.$count(datasets, where),
  ]);
  const items = rows.map((row) => ({
    ...datasetView(row),
    ...('schema_count' in row && { schema_count: row.schema_count }),
  }));
  return { items, total };
}

/** The dataset of an organization with this slug. */
export async function datasetBySlug(
  queries: Queries,
  organization: string,
  slug: string,
): Promise<DatasetRow | undefined> {
  const [row] = await queries
    .select()
    .from(datasets)
    .where(and(eq(datasets.organization, organization), eq(datasets.slug, slug)));
  return row;
}

/** Creates a dataset with a slug that is unique in its organization. @throws {HttpProblem} 409 if the wanted one is taken. */
export async function insertDataset(
  transaction: Queries,
  body: z.output<typeof createDataset.body>,
): Promise<DatasetRow> {
  // The lock on the organization's row serializes concurrent inserts, which would otherwise choose the same slug.
  await transaction
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, body.organization))
    .for('no key update');
  const slug = await chosenSlug(
    'A dataset',
    body,
    async (candidate) => (await datasetBySlug(transaction, body.organization, candidate)) !== undefined,
  );
  const [row] = await transaction
    .insert(datasets)
    .values({ ...body, id: newId(), slug })
    .returning();
  return row!;
}

/**
 * Changes the fields that a PATCH contains.
 * @param before - locked by the caller.
 */
export async function updateDataset(
  transaction: Queries,
  before: DatasetRow,
  change: z.output<typeof patchDataset.body>,
): Promise<DatasetRow> {
  if (Object.keys(change).length === 0) return before;
  const [after] = await transaction
    .update(datasets)
    .set(change)
    .where(eq(datasets.id, before.id))
    .returning();
  return after ?? before;
}

/** Whether any schema belongs to the dataset. */
export async function holdsSchemas(queries: Queries, dataset: string): Promise<boolean> {
  const found = await queries
    .select({ id: schemas.id })
    .from(schemas)
    .where(eq(schemas.dataset, dataset))
    .limit(1);
  return found.length > 0;
}
