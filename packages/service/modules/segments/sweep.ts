/** Deletes segments that no manifest lists, with their blocks and records. */
import { and, eq, exists, isNull, lt, not, or, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { groupRanges, recordGroups, records, segments, uploads } from '../../db/schema.ts';
import { recordsPerGroup } from '@cloakroom/contract/segments.ts';
import type { PartStore } from '../../store/partStore.ts';
import { removeBlocks, removeGroups } from '../../store/removal.ts';
import { lockManifest } from './manifests.ts';
import { hasPackedRecords } from './packedRecords.ts';
import { publishedNear } from './publishedRanges.ts';
import { groupedUploads, removeRecords } from './removals.ts';
import { byGroups, spansOf, subtractSpans } from './spans.ts';

/** Segments of unfinished uploads are deleted after a day, so that an upload can be resumed. */
const resumableSince = sql`now() - interval '1 day'`;
/** Compacted segments are deleted later, for readers of the previous manifest. */
const readableSince = sql`now() - interval '10 minutes'`;

const segmentColumns = {
  segment: segments.segment,
  upload: segments.upload,
  first: segments.first,
  records: segments.records,
  retired: segments.retired,
};
type SegmentRow = Pick<typeof segments.$inferSelect, keyof typeof segmentColumns>;

/**
 * Deletes a segment with its blocks, and its records unless the manifest still publishes them in a compacted segment.
 * The caller has locked the manifest.
 */
export async function removeSegment(
  transaction: Queries,
  schema: string,
  segment: SegmentRow,
): Promise<void> {
  await removeBlocks(transaction, [segment.segment]);
  const own = { upload: segment.upload.toString('hex'), first: segment.first, count: segment.records };
  if (segment.records > 0) {
    const grouped = await groupedUploads(transaction, [own.upload]);
    const stored = spansOf([own]);
    const published = await publishedNear(transaction, schema, stored);
    const { removed } = byGroups(subtractSpans(stored, published), published, grouped);
    await removeRecords(transaction, removed);
    await removeUnusedGroups(transaction, segment);
  }
  await transaction.delete(segments).where(eq(segments.segment, segment.segment));
  if (segment.records > 0) await deleteEmptyUpload(transaction, segment.upload);
}

/** Deletes the groups of a segment that was never listed, if their records are published one by one. */
async function removeUnusedGroups(transaction: Queries, segment: SegmentRow): Promise<void> {
  const { upload, first } = segment;
  const span = { first, end: first + segment.records };
  if (segment.retired || !(await hasPackedRecords(transaction, upload, span))) return;
  const groups = { first: Math.floor(first / recordsPerGroup), end: Math.ceil(span.end / recordsPerGroup) };
  await removeGroups(transaction, upload, groups);
}

/** Deletes an upload without segments and records, unless it is marked as removed. Locks it against new segments. */
async function deleteEmptyUpload(transaction: Queries, upload: Buffer): Promise<void> {
  await transaction.select().from(uploads).where(eq(uploads.upload, upload)).for('update');
  const used = (table: typeof segments | typeof records | typeof recordGroups | typeof groupRanges) =>
    exists(
      transaction
        .select({ one: sql`1` })
        .from(table)
        .where(eq(table.upload, upload)),
    );
  await transaction
    .delete(uploads)
    .where(
      and(
        eq(uploads.upload, upload),
        isNull(uploads.removed),
        ...[segments, records, recordGroups, groupRanges].map((table) => not(used(table))),
      ),
    );
}

/** The last segment of a transaction may exceed the limit of records. */
const maxSegmentsPerTransaction = 100;
const maxRecordsPerTransaction = 10_000;

/** Deletes a schema's unlisted segments: of unfinished uploads after a day, compacted ones after minutes. */
export async function sweepSegments(queries: Queries, schema: string, parts: PartStore): Promise<void> {
  const stale = and(
    eq(segments.schema, schema),
    or(lt(segments.loose, resumableSince), lt(segments.retired, readableSince)),
  );
  const found = () => queries.select({ id: segments.segment }).from(segments).where(stale).limit(1);
  while ((await found()).length > 0)
    await queries.transaction(async (transaction) => {
      await lockManifest(transaction, schema, parts);
      const next = transaction
        .select(segmentColumns)
        .from(segments)
        .where(stale)
        .limit(maxSegmentsPerTransaction);
      let records = 0;
      for (const segment of await next) {
        await removeSegment(transaction, schema, segment);
        records += segment.records;
        if (records > maxRecordsPerTransaction) break;
      }
    });
}
