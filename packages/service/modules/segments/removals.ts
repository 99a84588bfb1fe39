/** Deletes the rows of records that a manifest no longer publishes: few at once, many later and in batches. */
import { and, asc, eq, gte, lt, sql, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database, Queries } from '../../db/client.ts';
import { records, removals, blocks, segments, uploads } from '../../db/schema.ts';
import { sizeOf, type Spans } from './spans.ts';

/** Of record rows. */
export const maxRowsPerTransaction = 10_000;
/** Each range takes one statement. */
const maxRangesPerTransaction = 200;
const maxRowsPerInsert = 10_000;
/** How often removals are looked for that another process left unfinished. */
const resumeIntervalMs = 60_000;
const retryDelayMs = 5_000;

/**
 * Deletes records that are no longer published: up to {@link maxRowsPerTransaction} at once; more are scheduled in the
 * transaction, and {@link removeInBackground} deletes them.
 * @returns whether records were scheduled.
 */
export async function removeOrSchedule(transaction: Queries, removed: Spans): Promise<boolean> {
  if (sizeOf(removed) <= maxRowsPerTransaction) {
    await removeRecords(transaction, removed);
    return false;
  }
  const rows = [...removed].flatMap(([upload, spans]) =>
    spans.map(({ first, end }) => ({ upload: Buffer.from(upload, 'hex'), first, end })),
  );
  for (let from = 0; from < rows.length; from += maxRowsPerInsert)
    await transaction
      .insert(removals)
      .values(rows.slice(from, from + maxRowsPerInsert))
      .onConflictDoUpdate({
        target: [removals.upload, removals.first],
        set: { end: sql`greatest(${removals.end}, excluded.end_number)` },
      });
  return true;
}

/**
 * Deletes the next batch of scheduled records in one transaction, so that a batch of a killed process is repeated. Several
 * processes take different ranges.
 * @returns whether there were records to delete.
 */
export async function removeBatch(database: Database): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const scheduled = await transaction
      .select()
      .from(removals)
      .orderBy(asc(removals.upload), asc(removals.first))
      .limit(maxRangesPerTransaction)
      .for('update', { skipLocked: true });
    let remaining = maxRowsPerTransaction;
    for (const { upload, first, end } of scheduled) {
      if (remaining === 0) break;
      const until = Math.min(end, first + remaining);
      remaining -= until - first;
      await transaction
        .delete(records)
        .where(and(eq(records.upload, upload), gte(records.number, first), lt(records.number, until)));
      const own = and(eq(removals.upload, upload), eq(removals.first, first));
      if (until === end) await transaction.delete(removals).where(own);
      else await transaction.update(removals).set({ first: until }).where(own);
    }
    return scheduled.length > 0;
  });
}

/**
 * Deletes scheduled records while the app runs: at its start, when the returned function is called, and once a minute for
 * those of a killed process. A failed batch is retried.
 */
export function removeInBackground(app: FastifyInstance, database: Database): () => void {
  const state = { running: null as Promise<void> | null, requested: false, closing: false };
  const run = async () => {
    while (state.requested) {
      state.requested = false;
      while (!state.closing && (await removeBatch(database)));
    }
  };
  const start = () => {
    if (state.closing) return;
    state.requested = true;
    state.running ??= run()
      .catch((error: unknown) => {
        app.log.warn({ err: error }, 'deleting records failed and is tried again');
        setTimeout(start, retryDelayMs).unref();
      })
      .finally(() => {
        state.running = null;
        // Requested after the last batch had found nothing.
        if (state.requested) start();
      });
  };
  const timer = setInterval(start, resumeIntervalMs);
  timer.unref();
  app.addHook('onReady', async () => start());
  app.addHook('onClose', async () => {
    state.closing = true;
    clearInterval(timer);
    await state.running;
  });
  return start;
}

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
