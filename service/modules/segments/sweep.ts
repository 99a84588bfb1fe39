/** Removes segments that no manifest names, with what came with them. */
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { blocks, records, segments } from '../../db/schema.ts';
import { lockManifest, rangesOf } from './manifests.ts';
import { spansOf, within, type Spans } from './spans.ts';

/** An upload that is resumed within a day finds what it has sent. */
const kept = sql`now() - interval '1 day'`;

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
  if (segment.records > 0 && !within(published, spansOf([own])))
    await transaction
      .delete(records)
      .where(
        and(
          eq(records.upload, segment.upload),
          gte(records.number, segment.first),
          lt(records.number, segment.first + segment.records),
        ),
      );
  await transaction.delete(segments).where(eq(segments.segment, segment.segment));
}

/** Remove a schema's segments that no manifest has named for a day: what uploads and merges left that never ended. */
export async function sweepSegments(queries: Queries, schema: string): Promise<void> {
  const stale = and(eq(segments.schema, schema), lt(segments.loose, kept));
  const found = await queries.select({ id: segments.segment }).from(segments).where(stale).limit(1);
  if (found.length === 0) return;
  await queries.transaction(async (transaction) => {
    const published = spansOf(rangesOf(await lockManifest(transaction, schema)));
    for (const segment of await transaction.select(place).from(segments).where(stale))
      await removeSegment(transaction, segment, published);
  });
}
