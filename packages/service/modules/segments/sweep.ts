/** Deletes segments that no manifest lists, with their blocks and records. */
import { and, eq, exists, isNull, lt, not, or, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { blocks, records, segments, uploads } from '../../db/schema.ts';
import { lockManifest, rangesOf } from './manifests.ts';
import { removeRecords } from './removals.ts';
import { spansOf, subtractSpans, type Spans } from './spans.ts';

/** Segments of unfinished uploads are deleted after a day, so that an upload can be resumed. */
const resumableSince = sql`now() - interval '1 day'`;
/** Compacted segments are deleted later, for readers of the previous manifest. */
const readableSince = sql`now() - interval '10 minutes'`;

const segmentColumns = {
  segment: segments.segment,
  upload: segments.upload,
  first: segments.first,
  records: segments.records,
};
type SegmentRow = Pick<typeof segments.$inferSelect, keyof typeof segmentColumns>;

/**
 * Deletes a segment with its blocks, and its records unless the manifest still publishes them in a compacted segment.
 * @param published - the records of the current manifest, which the caller has locked.
 */
export async function removeSegment(
  transaction: Queries,
  segment: SegmentRow,
  published: Spans,
): Promise<void> {
  await transaction.delete(blocks).where(eq(blocks.segment, segment.segment));
  const own = { upload: segment.upload.toString('hex'), first: segment.first, count: segment.records };
  if (segment.records > 0) await removeRecords(transaction, subtractSpans(spansOf([own]), published));
  await transaction.delete(segments).where(eq(segments.segment, segment.segment));
  if (segment.records > 0) await deleteEmptyUpload(transaction, segment.upload);
}

/** Deletes an upload without segments and records, unless it is marked as removed. Locks it against new segments. */
async function deleteEmptyUpload(transaction: Queries, upload: Buffer): Promise<void> {
  await transaction.select().from(uploads).where(eq(uploads.upload, upload)).for('update');
  const used = (table: typeof segments | typeof records) =>
    exists(
      transaction
        .select({ one: sql`1` })
        .from(table)
        .where(eq(table.upload, upload)),
    );
  await transaction
    .delete(uploads)
    .where(and(eq(uploads.upload, upload), isNull(uploads.removed), not(used(segments)), not(used(records))));
}

/** The last segment of a transaction may exceed the limit of records. */
const maxSegmentsPerTransaction = 100;
const maxRecordsPerTransaction = 10_000;

/** Deletes a schema's unlisted segments: of unfinished uploads after a day, compacted ones after minutes. */
export async function sweepSegments(queries: Queries, schema: string): Promise<void> {
  const stale = and(
    eq(segments.schema, schema),
    or(lt(segments.loose, resumableSince), lt(segments.retired, readableSince)),
  );
  const found = () => queries.select({ id: segments.segment }).from(segments).where(stale).limit(1);
  while ((await found()).length > 0)
    await queries.transaction(async (transaction) => {
      const published = spansOf(rangesOf(await lockManifest(transaction, schema)));
      const next = transaction
        .select(segmentColumns)
        .from(segments)
        .where(stale)
        .limit(maxSegmentsPerTransaction);
      let records = 0;
      for (const segment of await next) {
        await removeSegment(transaction, segment, published);
        records += segment.records;
        if (records > maxRecordsPerTransaction) break;
      }
    });
}
