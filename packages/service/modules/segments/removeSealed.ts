/** Deletes everything sealed that a schema has. */
import { eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { blocks, records, removals, segments, uploads } from '../../db/schema.ts';

/**
 * Delete a schema's records, index blocks, segments and uploads; its row, locked by the caller, is the caller's to delete.
 * @returns how many records there were, published or not.
 */
export async function removeSealed(transaction: Queries, schema: string): Promise<number> {
  await transaction.execute(sql`set local statement_timeout = '120s'`);
  const own = transaction.select({ id: uploads.upload }).from(uploads).where(eq(uploads.schema, schema));
  const removed = await transaction.delete(records).where(inArray(records.upload, own));
  await transaction.delete(removals).where(inArray(removals.upload, own));
  const sealed = transaction
    .select({ id: segments.segment })
    .from(segments)
    .where(eq(segments.schema, schema));
  await transaction.delete(blocks).where(inArray(blocks.segment, sealed));
  await transaction.delete(segments).where(eq(segments.schema, schema));
  await transaction.delete(uploads).where(eq(uploads.schema, schema));
  return removed.rowCount ?? 0;
}
