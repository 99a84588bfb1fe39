/** Deleted schemas whose records are still being removed, and the progress of the removal. */
import { and, asc, eq, not, or, sql } from 'drizzle-orm';
import type { SchemaRemoval } from '@cloakroom/contract/schemaRemovals.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import type { Queries } from '../../db/client.ts';
import { removals, removedSegments, schemaRemovals, schemas } from '../../db/schema.ts';

/** The length of the spans that are still scheduled for deleted schemas. They include the records of unfinished uploads. */
const scheduledSpans = (queries: Queries) =>
  queries
    .select({
      schema: removals.schema,
      length: sql<number | null>`sum(${removals.end} - ${removals.first})::float8`.as('length'),
    })
    .from(removals)
    .groupBy(removals.schema)
    .as('scheduled_spans');

/**
 * Notes that a schema is being removed, in the transaction that schedules and deletes it.
 * @param records - how many records it had.
 */
export async function insertSchemaRemoval(
  transaction: Queries,
  schema: Pick<typeof schemas.$inferSelect, 'id' | 'organization' | 'dataset' | 'name'>,
  records: number,
): Promise<void> {
  const { id, organization, dataset, name } = schema;
  const spans = scheduledSpans(transaction);
  const [row] = await transaction.select({ length: spans.length }).from(spans).where(eq(spans.schema, id));
  const scheduled = row?.length ?? 0;
  await transaction
    .insert(schemaRemovals)
    .values({ schema: id, organization, dataset, name, records, scheduled });
}

const isUnfinished = or(
  sql`exists (select 1 from ${removals} where ${removals.schema} = ${schemaRemovals.schema})`,
  sql`exists (select 1 from ${removedSegments} where ${removedSegments.schema} = ${schemaRemovals.schema})`,
)!;

/** The unfinished removals of an organization's schemas, the oldest first. */
export async function findSchemaRemovals(queries: Queries, organization: string): Promise<SchemaRemoval[]> {
  const spans = scheduledSpans(queries);
  const rows = await queries
    .select({ removal: schemaRemovals, left: spans.length })
    .from(schemaRemovals)
    .leftJoin(spans, eq(spans.schema, schemaRemovals.schema))
    .where(and(eq(schemaRemovals.organization, organization), isUnfinished))
    .orderBy(asc(schemaRemovals.since), asc(schemaRemovals.schema));
  return rows.map(({ removal: { schema, dataset, name, records, scheduled, since }, left }) => ({
    id: schema,
    organization: urlOf('organizations', organization),
    dataset: urlOf('datasets', dataset),
    name,
    records,
    remaining: Math.min(1, (left ?? 0) / Math.max(1, scheduled)),
    since: since.toISOString(),
  }));
}

/** Deletes the notes of finished removals. */
export async function deleteFinishedRemovals(transaction: Queries): Promise<void> {
  await transaction.delete(schemaRemovals).where(not(isUnfinished));
}
