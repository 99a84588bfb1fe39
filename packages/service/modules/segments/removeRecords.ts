/** Deletes the rows of sealed records. */
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { records } from '../../db/schema.ts';
import type { Spans } from './spans.ts';

/** Deletes records by upload and number. The timeout is raised: a million rows take longer than the default. */
export async function removeRecords(transaction: Queries, removed: Spans): Promise<void> {
  if (removed.size === 0) return;
  await transaction.execute(sql`set local statement_timeout = '120s'`);
  for (const [upload, spans] of removed)
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
