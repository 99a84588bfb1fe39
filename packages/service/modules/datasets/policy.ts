/** Permissions on datasets: members of the organization may read them, admins may change them. */
import { and, eq, getTableColumns } from 'drizzle-orm';
import { notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { datasets, organizationUsers } from '../../db/schema.ts';
import { reachedDatasets, type Caller } from '../apiTokens/scope.ts';
import { requireId } from '../ids.ts';
import { requireAdmin } from '../organizations/policy.ts';

export type DatasetRow = typeof datasets.$inferSelect;

const visibleDataset = (queries: Queries, user: Caller, id: string) =>
  queries
    .select(getTableColumns(datasets))
    .from(datasets)
    .innerJoin(organizationUsers, eq(organizationUsers.organization, datasets.organization))
    .where(
      and(
        eq(datasets.id, requireId(id, 'Datasets')),
        eq(organizationUsers.user, user.id),
        reachedDatasets(user, { organization: datasets.organization, dataset: datasets.id }),
      ),
    );

/** The dataset. @throws {HttpProblem} 404 for non-members of its organization. */
export async function requireDataset(queries: Queries, user: Caller, id: string): Promise<DatasetRow> {
  const [dataset] = await visibleDataset(queries, user, id);
  if (!dataset) throw notFound('Datasets');
  return dataset;
}

/**
 * The dataset for an admin, locked until the transaction ends.
 * @throws {HttpProblem} 404 for non-members, 403 for members who are not admins.
 */
export async function requireDatasetAdmin(
  transaction: Queries,
  user: Caller,
  id: string,
): Promise<DatasetRow> {
  const { organization } = await requireDataset(transaction, user, id);
  await requireAdmin(transaction, user, organization);
  const [locked] = await transaction.select().from(datasets).where(eq(datasets.id, id)).for('update');
  if (!locked) throw notFound('Datasets');
  return locked;
}
