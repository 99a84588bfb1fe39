/** Publishes segments: replaces a schema's manifest by the next one, unless it has changed meanwhile. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { isValidDeletion } from '@cloakroom/contract/liveRecords.ts';
import type { Permissions } from '@cloakroom/contract/schemas.ts';
import type { Manifest, RecordRange, SegmentEntry } from '@cloakroom/contract/segments.ts';
import { invalid } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { segments, uploads } from '../../db/schema.ts';
import { requireEpoch } from './epoch.ts';
import { keepsDefinition, lockManifest, rangesOf, replaceManifest } from './manifests.ts';
import { removeOrSchedule } from './removals.ts';
import { sizeOf, spansOf, containsSpans, subtractSpans, type Spans } from './spans.ts';

/** The manifest before and after the call, and whether the sent one is current. */
export type Published = {
  before: Manifest;
  present: Manifest;
  published: boolean;
  /** The records that are no longer published. */
  removed: Spans;
  /** The uploads without any published records now, in hex. */
  removedUploads: string[];
  /** Whether rows of removed records are still to be deleted. */
  scheduled: boolean;
};

const unchanged: Pick<Published, 'removed' | 'removedUploads' | 'scheduled'> = {
  removed: new Map(),
  removedUploads: [],
  scheduled: false,
};

/**
 * Compare and set: `next` becomes the manifest if it is the successor of the current one. Repeating it succeeds again.
 * Records that it no longer publishes are deleted, or scheduled for deletion if there are many.
 * @param permissions - of the publisher: a new epoch requires the permission to share keys.
 * @throws {HttpProblem} 400 if it is invalid, 403 for a new epoch without the permission.
 */
export async function publish(
  transaction: Queries,
  schema: string,
  next: Manifest,
  permissions: Pick<Permissions, 'can_share_keys'> = { can_share_keys: false },
): Promise<Published> {
  if (next.schema !== schema) throw refusal('It is the manifest of another schema.');
  const present = await lockManifest(transaction, schema);
  if (next.version > 0 && isDeepStrictEqual(present, next))
    return { before: present, present, published: true, ...unchanged };
  if (next.version !== present.version + 1)
    return { before: present, present, published: false, ...unchanged };
  if (next.mac === '') throw refusal('It has no MAC.');
  if (next.generation !== present.generation) throw refusal('It is not vouched for with the newest keys.');
  requireEpoch(present, next, permissions);
  if (!keepsDefinition(present, next)) throw refusal('It vouches for another definition of the schema.');
  const early = next.segments.find(({ generation }) => generation > next.generation);
  if (early) throw refusal(`Segment ${early.id} is sealed with keys that the schema hasn't got yet.`);
  const known = new Map(present.segments.map((entry) => [entry.id, entry]));
  const changed = next.segments.filter((entry) => !isDeepStrictEqual(entry, known.get(entry.id)));
  const added = await checkStored(transaction, schema, changed, new Set(known.keys()));
  checkRanges(next, [...rangesOf(present), ...added]);

  const listed = new Set(next.segments.map(({ id }) => id));
  const retired = present.segments.filter(({ id }) => !listed.has(id));
  await setListed(transaction, changed, true);
  await setListed(transaction, retired, false);
  await replaceManifest(transaction, next);
  const published = spansOf(rangesOf(next));
  const removed = subtractSpans(spansOf(rangesOf(present)), published);
  const removedUploads = [...removed.keys()].filter((upload) => !published.has(upload));
  await setRemoved(transaction, removedUploads);
  const scheduled = await removeOrSchedule(transaction, removed);
  return { before: present, present: next, published: true, removed, removedUploads, scheduled };
}

const refusal = (sentence: string) =>
  invalid({ segments: [`This manifest can't be published: ${sentence}`] });

const idBytes = (entry: SegmentEntry) => Buffer.from(entry.id, 'hex');

/**
 * Checks that every entry's segment is stored for the schema with the same header.
 * @param known - ids of already listed segments, whose records are not returned again: some may be deleted.
 * @returns the records of the newly listed segments.
 */
async function checkStored(
  transaction: Queries,
  schema: string,
  entries: SegmentEntry[],
  known: ReadonlySet<string>,
): Promise<RecordRange[]> {
  if (entries.length === 0) return [];
  const rows = await transaction
    .select()
    .from(segments)
    .where(and(eq(segments.schema, schema), inArray(segments.segment, entries.map(idBytes))));
  const stored = new Map(rows.map((row) => [row.segment.toString('hex'), row]));
  return entries.flatMap((entry) => {
    const row = stored.get(entry.id);
    if (!row) throw refusal(`Segment ${entry.id} is not stored. Send it again.`);
    if (createHash('sha256').update(row.header).digest('hex') !== entry.header_hash)
      throw refusal(`Segment ${entry.id} is stored with another header.`);
    if (row.records === 0) return [];
    const own = { upload: row.upload.toString('hex'), first: row.first, count: row.records };
    if (!isDeepStrictEqual(entry.ranges, [own]))
      throw refusal(`Segment ${entry.id} came with other records than it says.`);
    return known.has(entry.id) || row.retired ? [] : [own];
  });
}

/** Checks that no segment or record is listed twice, counts are right, and every record is stored. */
function checkRanges(next: Manifest, available: RecordRange[]): void {
  if (new Set(next.segments.map(({ id }) => id)).size !== next.segments.length)
    throw refusal('It names a segment twice.');
  const miscounted = next.segments.find(({ records, ranges }) => records !== countOf(ranges));
  if (miscounted) throw refusal(`Segment ${miscounted.id} has another number of records than its ranges.`);
  const untidy = next.segments.find((entry) => !isValidDeletion(entry));
  if (untidy)
    throw refusal(`The deleted records of segment ${untidy.id} are out of order, or are all it has.`);
  const all = next.segments.flatMap(({ ranges }) => ranges);
  if (sizeOf(spansOf(all)) !== countOf(all)) throw refusal('It names a record twice.');
  if (!containsSpans(spansOf(available), spansOf(rangesOf(next))))
    throw refusal('It names records that are not stored.');
}

const countOf = (ranges: RecordRange[]) => ranges.reduce((sum, { count }) => sum + count, 0);

/** Marks segments as listed in the manifest, or as no longer listed since now. */
async function setListed(transaction: Queries, entries: SegmentEntry[], listed: boolean): Promise<void> {
  if (entries.length === 0) return;
  const unlistedSince = listed ? null : sql`now()`;
  await transaction
    .update(segments)
    .set({ loose: unlistedSince, retired: unlistedSince })
    .where(inArray(segments.segment, entries.map(idBytes)));
}

/** Marks uploads as removed. */
async function setRemoved(transaction: Queries, removed: string[]): Promise<void> {
  if (removed.length === 0) return;
  const ids = sql.param(removed.map((upload) => Buffer.from(upload, 'hex')));
  await transaction
    .update(uploads)
    .set({ removed: sql`now()` })
    .where(sql`${uploads.upload} = any(${ids})`);
}
