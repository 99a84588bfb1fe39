/** Deletes the rows of records that were taken out of a manifest: few at once, many later and in batches. */
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database, Queries } from '../../db/client.ts';
import { records, removals } from '../../db/schema.ts';
import { removeRecords } from './removeRecords.ts';
import { sizeOf, type Spans } from './spans.ts';

/** Record rows that one transaction deletes at most. */
export const maxRowsPerTransaction = 10_000;
/** Stretches of records that one transaction deletes at most: each is a statement. */
const maxStretchesPerTransaction = 200;
/** Rows of one INSERT. */
const maxRowsPerInsert = 10_000;
/** Milliseconds between two looks for removals that another process has left unfinished. */
const resumeIntervalMs = 60_000;
/** Milliseconds until a failed batch is tried again. */
const retryDelayMs = 5_000;

/**
 * Delete records that a manifest stops to publish. Up to {@link maxRowsPerTransaction} are deleted in the transaction; more are
 * noted in it, and {@link removeInBackground} deletes them.
 * @returns whether something was noted.
 */
export async function removeOrSchedule(transaction: Queries, gone: Spans): Promise<boolean> {
  if (sizeOf(gone) <= maxRowsPerTransaction) {
    await removeRecords(transaction, gone);
    return false;
  }
  const rows = [...gone].flatMap(([upload, spans]) =>
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
 * Delete the next batch of noted records and forget it, in one transaction: what a killed process has begun is begun anew.
 * Several processes take different stretches.
 * @returns whether there was something to delete.
 */
export async function removeBatch(database: Database): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const noted = await transaction
      .select()
      .from(removals)
      .orderBy(asc(removals.upload), asc(removals.first))
      .limit(maxStretchesPerTransaction)
      .for('update', { skipLocked: true });
    let room = maxRowsPerTransaction;
    for (const { upload, first, end } of noted) {
      if (room === 0) break;
      const until = Math.min(end, first + room);
      room -= until - first;
      await transaction
        .delete(records)
        .where(and(eq(records.upload, upload), gte(records.number, first), lt(records.number, until)));
      const own = and(eq(removals.upload, upload), eq(removals.first, first));
      if (until === end) await transaction.delete(removals).where(own);
      else await transaction.update(removals).set({ first: until }).where(own);
    }
    return noted.length > 0;
  });
}

/**
 * Delete noted records while the app is up: at its start, whenever the returned function is called, and once a minute for
 * those of a process that was killed. A failed batch is tried again after seconds.
 */
export function removeInBackground(app: FastifyInstance, database: Database): () => void {
  const state = { running: null as Promise<void> | null, asked: false, closing: false };
  const run = async () => {
    while (state.asked) {
      state.asked = false;
      while (!state.closing && (await removeBatch(database)));
    }
  };
  const start = () => {
    if (state.closing) return;
    state.asked = true;
    state.running ??= run()
      .catch((error: unknown) => {
        app.log.warn({ err: error }, 'deleting records failed and is tried again');
        setTimeout(start, retryDelayMs).unref();
      })
      .finally(() => {
        state.running = null;
        // Asked for after the last batch had found nothing.
        if (state.asked) start();
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
