/** Records that earlier versions sealed one by one. Groups take their place once a manifest lists a segment with the groups. */
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { records } from '../../db/schema.ts';
import type { Span, Spans } from './spans.ts';

const inSpan = (upload: Buffer, { first, end }: Span) =>
  and(eq(records.upload, upload), gte(records.number, first), lt(records.number, end));

/** Whether some records of an upload are stored one by one. */
export async function hasPackedRecords(queries: Queries, upload: Buffer, span: Span): Promise<boolean> {
  const found = await queries
    .select({ number: records.number })
    .from(records)
    .where(inSpan(upload, span))
    .limit(1);
  return found.length > 0;
}

/** Deletes records that are stored one by one and in groups as well. The timeout is raised: a merged segment has a million. */
export async function removePackedRecords(transaction: Queries, grouped: Spans): Promise<void> {
  if (grouped.size === 0) return;
  await transaction.execute(sql`set local statement_timeout = '120s'`);
  for (const [upload, spans] of grouped)
    for (const span of spans) await removePackedSpan(transaction, Buffer.from(upload, 'hex'), span);
}

/** Deletes the records of a span that are stored one by one. */
export const removePackedSpan = (transaction: Queries, upload: Buffer, span: Span): Promise<unknown> =>
  transaction.delete(records).where(inSpan(upload, span));
