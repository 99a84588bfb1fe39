/** Removes segments that no manifest names, with what came with them. */
import { and, eq, exists, isNull, lt, not, or, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { blocks, records, segments, uploads } from '../../db/schema.ts';
import { lockManifest, rangesOf } from './manifests.ts';
import { removeRecords } from './removeRecords.ts';
import { spansOf, without, type Spans } from './spans.ts';

/** An upload that is resumed within a day finds what it has sent. */
const resumable = sql`now() - interval '1 day'`;
/** Who read an older manifest is done with its segments by then, or reads the newer one. */
const readable = sql`now() - interval '10 minutes'`;

const place = {
  segment: segments.segment,
  upload: segments.upload,
  first: segments.first,
  records: segments.records,
};
type Place = Pick<typeof segments.$inferSelect, keyof typeof place>;

/**
 * Remove a segment with its blocks, and with its records unless the manifest still publishes them (a merged segment took them over).
 * @param published - the records of the present manifest, which the caller has locked.
 */
export async function removeSegment(transaction: Queries, segment: Place, published: Spans): Promise<void> {
  await transaction.delete(blocks).where(eq(blocks.segment, segment.segment));
  const own = { upload: segment.upload.toString('hex'), first: segment.first, count: segment.records };
  if (segment.records > 0) await removeRecords(transaction, without(spansOf([own]), published));
  await transaction.delete(segments).where(eq(segments.segment, segment.segment));
  if (segment.records > 0) await removeUpload(transaction, segment.upload);
}

/** Forget an upload of which nothing is left, unless it was deleted. It is locked first: a segment of it that is being stored comes before or after. */
async function removeUpload(transaction: Queries, upload: Buffer): Promise<void> {
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

/** Segments, and records that came with them, that one transaction removes: the last segment may exceed the records. */
const maxSegmentsPerTransaction = 100;
const maxRecordsPerTransaction = 10_000;

/** Remove a schema's segments that no manifest names: what uploads left that never ended, after a day; what merging replaced, after minutes. */
export async function sweepSegments(queries: Queries, schema: string): Promise<void> {
  const stale = and(
    eq(segments.schema, schema),
    or(lt(segments.loose, resumable), lt(segments.retired, readable)),
  );
  const found = () => queries.select({ id: segments.segment }).from(segments).where(stale).limit(1);
  while ((await found()).length > 0)
    await queries.transaction(async (transaction) => {
      const published = spansOf(rangesOf(await lockManifest(transaction, schema)));
      const next = transaction.select(place).from(segments).where(stale).limit(maxSegmentsPerTransaction);
      let records = 0;
      for (const segment of await next) {
        await removeSegment(transaction, segment, published);
        records += segment.records;
        if (records > maxRecordsPerTransaction) break;
      }
    });
}
