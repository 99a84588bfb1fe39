/** Deletes all sealed data of a schema. */
import { eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { blocks, records, removals, segments, uploads } from '../../db/schema.ts';

/**
 * Deletes a schema's records, index blocks, segments and uploads. The caller locks the schema's row and deletes it.
 * @returns the number of deleted records, published or not.
 */
export async function removeSealed(transaction: Queries, schema: string): Promise<number> {
  await transaction.execute(sql`set local statement_timeout = '120s'`);
  const uploadIds = transaction
    .select({ id: uploads.upload })
    .from(uploads)
    .where(eq(uploads.schema, schema));
  const removed = await transaction.delete(records).where(inArray(records.upload, uploadIds));
  await transaction.delete(removals).where(inArray(removals.upload, uploadIds));
  const segmentIds = transaction
    .select({ id: segments.segment })
    .from(segments)
    .where(eq(segments.schema, schema));
  await transaction.delete(blocks).where(inArray(blocks.segment, segmentIds));
  await transaction.delete(segments).where(eq(segments.schema, schema));
  await transaction.delete(uploads).where(eq(uploads.schema, schema));
  return removed.rowCount ?? 0;
}
