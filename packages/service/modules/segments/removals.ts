/** Deletes the rows of records and groups that a manifest no longer publishes, and of deleted schemas: few at once, many later and in batches. */
import { and, asc, eq, gte, lt, sql, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database, Queries } from '../../db/client.ts';
import {
  recordGroups,
  records,
  removals,
  removedSegments,
  segments,
  staleGroups,
  uploads,
} from '../../db/schema.ts';
import { recordsPerGroup } from '@cloakroom/contract/segments.ts';
import { hasGroups } from '../../store/postgresBytes.ts';
import { removeBlocks, removeGroups, removeSchemaObjects } from '../../store/removal.ts';
import { removePackedSpan } from './packedRecords.ts';
import { deletePublished } from './publishedRanges.ts';
import { deleteVersionsOf } from './recordVersions.ts';
import { deleteFinishedRemovals } from '../schemaRemovals/repository.ts';
import {
  byGroups,
  type CountedSpan,
  countedSpans,
  groupsIn,
  groupStart,
  sizeOf,
  type Span,
  type Spans,
} from './spans.ts';
import { markStale } from './staleGroups.ts';

/** Of records: a whole number of groups. */
export const maxRowsPerTransaction = 10_240;
/** Each range takes one statement. */
const maxRangesPerTransaction = 200;
const maxRowsPerInsert = 10_000;
/** The largest has about 40,000 blocks. */
const maxSegmentsPerTransaction = 4;
/** How often removals are looked for that another process left unfinished. */
const resumeIntervalMs = 60_000;
const retryDelayMs = 5_000;

/**
 * Deletes records that are no longer published: up to {@link maxRowsPerTransaction} at once; more are scheduled in the
 * transaction, and {@link removeInBackground} deletes them. Groups that have other records as well are marked as stale.
 * @param present - the records near them that are still published, and the version of their manifest.
 * @returns whether records were scheduled.
 */
export async function removeOrSchedule(
  transaction: Queries,
  unpublished: Spans,
  { published, version }: { published: Spans; version: number },
): Promise<boolean> {
  const grouped = await groupedUploads(transaction, [...unpublished.keys()]);
  const { removed, stale } = byGroups(unpublished, published, grouped);
  for (const [upload, groups] of stale) await markStale(transaction, { upload, groups, version });
  if (sizeOf(removed) <= maxRowsPerTransaction) {
    await removeRecords(transaction, removed);
    return false;
  }
  await schedule(transaction, countedSpans(removed, unpublished));
  return true;
}

async function schedule(
  transaction: Queries,
  removed: ReadonlyMap<string, readonly CountedSpan[]>,
  schema?: string,
): Promise<void> {
  const rows = [...removed].flatMap(([upload, spans]) =>
    spans.map((span) => ({ ...span, upload: Buffer.from(upload, 'hex'), schema })),
  );
  for (let from = 0; from < rows.length; from += maxRowsPerInsert)
    await transaction
      .insert(removals)
      .values(rows.slice(from, from + maxRowsPerInsert))
      .onConflictDoUpdate({
        target: [removals.upload, removals.first],
        set: {
          end: sql`greatest(${removals.end}, excluded.end_number)`,
          records: sql`greatest(${removals.records}, excluded.records)`,
        },
      });
}

/** Those uploads, in hex, that have groups of records. */
export async function groupedUploads(
  transaction: Queries,
  candidates: readonly string[],
): Promise<ReadonlySet<string>> {
  if (candidates.length === 0) return new Set();
  const ids = sql.param(candidates.map((upload) => Buffer.from(upload, 'hex')));
  const { rows } = await transaction.execute<{ upload: Buffer }>(sql`
    select upload from unnest(${ids}::bytea[]) as asked (upload)
    where ${hasGroups(transaction, sql`asked.upload`)}`);
  return new Set(rows.map(({ upload }) => upload.toString('hex')));
}

/**
 * Deletes the next batch of scheduled records, or of blocks once there are none, in one transaction, so that a batch of a killed process is repeated. Several
 * processes take different ranges.
 * @returns whether there was anything to delete.
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
      // A batch ends with a whole group: groups of which a part is left are not deleted.
      const until = Math.min(end, groupStart(first + remaining));
      if (until <= first) break;
      remaining -= until - first;
      await removeSpan(transaction, upload, { first, end: until });
      const own = and(eq(removals.upload, upload), eq(removals.first, first));
      if (until === end) await transaction.delete(removals).where(own);
      else await transaction.update(removals).set({ first: until }).where(own);
    }
    if (scheduled.length > 0 || (await removeScheduledBlocks(transaction))) return true;
    await deleteFinishedRemovals(transaction);
    return false;
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
  // Always in the same order: each upload is locked.
  for (const [upload, spans] of [...removed].sort(([one], [other]) => (one < other ? -1 : 1)))
    for (const { first, end } of spans)
      await removeSpan(transaction, Buffer.from(upload, 'hex'), { first, end });
}

async function removeSpan(transaction: Queries, upload: Buffer, span: Span): Promise<void> {
  await removePackedSpan(transaction, upload, span);
  const groups = groupsIn(span);
  await transaction
    .delete(staleGroups)
    .where(
      and(
        eq(staleGroups.upload, upload),
        gte(staleGroups.number, groups.first),
        lt(staleGroups.number, groups.end),
      ),
    );
  await removeGroups(transaction, upload, groups);
}

/**
 * Deletes a schema's segments and uploads, and their records and blocks: those of up to {@link maxRowsPerTransaction} records at
 * once; of more they are scheduled in the transaction, and {@link removeInBackground} deletes them. The caller locks the schema's
 * row and deletes it.
 * @returns whether records were scheduled.
 */
export async function removeSealed(transaction: Queries, schema: string): Promise<boolean> {
  await transaction.execute(sql`set local statement_timeout = '120s'`);
  const stored = await storedSpans(transaction, schema);
  const segmentIds = transaction
    .select({ segment: segments.segment })
    .from(segments)
    .where(eq(segments.schema, schema));
  const uploadIds = transaction
    .select({ upload: uploads.upload })
    .from(uploads)
    .where(eq(uploads.schema, schema));
  const isScheduled = sizeOf(stored) > maxRowsPerTransaction;
  if (isScheduled) {
    // The new spans contain those that were scheduled before.
    await transaction.delete(removals).where(inArray(removals.upload, uploadIds));
    await schedule(transaction, countedSpans(stored, stored), schema);
    await transaction
      .insert(removedSegments)
      .select(
        transaction
          .select({ segment: segments.segment, schema: segments.schema })
          .from(segments)
          .where(eq(segments.schema, schema)),
      );
  } else {
    await removeRecords(transaction, stored);
    await removeBlocks(transaction, segmentIds);
  }
  await transaction.delete(segments).where(eq(segments.schema, schema));
  await deletePublished(transaction, schema);
  await deleteVersionsOf(transaction, schema);
  await removeSchemaObjects(transaction, schema);
  await transaction.delete(uploads).where(eq(uploads.schema, schema));
  return isScheduled;
}

/** All stored records of a schema, published or not: of each upload from 0 to the end of the last group. */
async function storedSpans(transaction: Queries, schema: string): Promise<Spans> {
  const { rows } = await transaction.execute<{ upload: Buffer; end: number | null }>(sql`
    select ${uploads.upload} as upload, greatest(
      (select max(${recordGroups.number}) + 1 from ${recordGroups} where ${recordGroups.upload} = ${uploads.upload}) * ${recordsPerGroup},
      (select max(${records.number}) + 1 from ${records} where ${records.upload} = ${uploads.upload})
    )::float8 as end
    from ${uploads} where ${uploads.schema} = ${schema}`);
  return new Map(
    rows.flatMap(({ upload, end }) => (end ? [[upload.toString('hex'), [{ first: 0, end }]]] : [])),
  );
}

/** Deletes the blocks of some scheduled segments. @returns whether there were any. */
async function removeScheduledBlocks(transaction: Queries): Promise<boolean> {
  const scheduled = await transaction
    .select()
    .from(removedSegments)
    .limit(maxSegmentsPerTransaction)
    .for('update', { skipLocked: true });
  if (scheduled.length === 0) return false;
  await transaction.execute(sql`set local statement_timeout = '120s'`);
  const ids = scheduled.map(({ segment }) => segment);
  await removeBlocks(transaction, ids);
  await transaction.delete(removedSegments).where(inArray(removedSegments.segment, ids));
  return true;
}
