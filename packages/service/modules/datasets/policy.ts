/** Who may do what with a dataset: its organization sees it, the admins change it. */
import { and, eq, getTableColumns } from 'drizzle-orm';
import { notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { datasets, organizationUsers } from '../../db/schema.ts';
import { requireId } from '../ids.ts';
import { requireAdmin } from '../organizations/policy.ts';

export type DatasetRow = typeof datasets.$inferSelect;
type Somebody = { id: string };

const seenBy = (queries: Queries, user: Somebody, id: string) =>
  queries
    .select(getTableColumns(datasets))
    .from(datasets)
    .innerJoin(organizationUsers, eq(organizationUsers.organization, datasets.organization))
    .where(and(eq(datasets.id, requireId(id, 'Datasets')), eq(organizationUsers.user, user.id)));

/** The dataset. @throws {HttpProblem} 404 to outsiders of its organization, as if it didn't exist. */
export async function requireDataset(queries: Queries, user: Somebody, id: string): Promise<DatasetRow> {
  const [dataset] = await seenBy(queries, user, id);
  if (!dataset) throw notFound('Datasets');
  return dataset;
}

/**
 * The dataset, locked until the transaction ends, for an admin to change it or what is in it.
 * @throws {HttpProblem} 404 to outsiders, 403 to plain members.
 */
export async function requireDatasetAdmin(
  transaction: Queries,
  user: Somebody,
  id: string,
): Promise<DatasetRow> {
  const { organization } = await requireDataset(transaction, user, id);
  await requireAdmin(transaction, user, organization);
  const [locked] = await transaction.select().from(datasets).where(eq(datasets.id, id)).for('update');
  if (!locked) throw notFound('Datasets');
  return locked;
}
