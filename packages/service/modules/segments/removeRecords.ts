/** Deletes sealed records for good. */
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { records } from '../../db/schema.ts';
import type { Spans } from './spans.ts';

/** Delete records by upload and number. A million of them take longer than other statements may. */
export async function removeRecords(transaction: Queries, gone: Spans): Promise<void> {
  if (gone.size === 0) return;
  await transaction.execute(sql`set local statement_timeout = '120s'`);
  for (const [upload, spans] of gone)
    for (const { first, end } of spans)
      await transaction
        .delete(records)
        .where(
          and(
            eq(records.upload, Buffer.from(upload, 'hex')),
            gte(records.number, first),
            lt(records.number, end),
          ),
        );
}
