/** Makes segments visible: replaces a schema's manifest by the next one, or tells that somebody was faster. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { tidilyDeleted } from '@cloakroom/contract/liveRecords.ts';
import type { Permissions } from '@cloakroom/contract/schemas.ts';
import type { Manifest, RecordRange, SegmentEntry } from '@cloakroom/contract/segments.ts';
import { invalid } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { segments, uploads } from '../../db/schema.ts';
import { requireEpoch } from './epoch.ts';
import { keepsDefinition, lockManifest, rangesOf, replaceManifest } from './manifests.ts';
import { removeOrSchedule } from './removals.ts';
import { sizeOf, spansOf, within, without, type Spans } from './spans.ts';

/** What was present before and is now, and whether that is what was sent. */
export type Published = {
  before: Manifest;
  present: Manifest;
  published: boolean;
  /** The records that are not published any more. */
  gone: Spans;
  /** The uploads of which no record is published any more, in hex. */
  uploadsGone: string[];
  /** Whether rows of gone records are still to be deleted. */
  scheduled: boolean;
};

const unchanged: Pick<Published, 'gone' | 'uploadsGone' | 'scheduled'> = {
  gone: new Map(),
  uploadsGone: [],
  scheduled: false,
};

/**
 * Compare and set: `next` becomes the manifest if it is the successor of the present one. The same one again succeeds again.
 * Records that it doesn't publish any more are deleted, or noted to be deleted where they are many.
 * @param may - what its publisher may do: a new epoch is begun by those who may share keys.
 * @throws {HttpProblem} 400 when it names segments or records that it can't, 403 for a new epoch of others.
 */
export async function publish(
  transaction: Queries,
  schema: string,
  next: Manifest,
  may: Pick<Permissions, 'can_share_keys'> = { can_share_keys: false },
): Promise<Published> {
  if (next.schema !== schema) throw wrong('It is the manifest of another schema.');
  const present = await lockManifest(transaction, schema);
  if (next.version > 0 && isDeepStrictEqual(present, next))
    return { before: present, present, published: true, ...unchanged };
  if (next.version !== present.version + 1)
    return { before: present, present, published: false, ...unchanged };
  if (next.mac === '') throw wrong('It has no MAC.');
  if (next.generation !== present.generation) throw wrong('It is not vouched for with the newest keys.');
  requireEpoch(present, next, may);
  if (!keepsDefinition(present, next)) throw wrong('It vouches for another definition of the schema.');
  const early = next.segments.find(({ generation }) => generation > next.generation);
  if (early) throw wrong(`Segment ${early.id} is sealed with keys that the schema hasn't got yet.`);
  const known = new Map(present.segments.map((entry) => [entry.id, entry]));
  const fresh = next.segments.filter((entry) => !isDeepStrictEqual(entry, known.get(entry.id)));
  const brought = await checkStored(transaction, schema, fresh, new Set(known.keys()));
  checkRanges(next, [...rangesOf(present), ...brought]);

  const named = new Set(next.segments.map(({ id }) => id));
  const retired = present.segments.filter(({ id }) => !named.has(id));
  await setNamed(transaction, fresh, true);
  await setNamed(transaction, retired, false);
  await replaceManifest(transaction, next);
  const left = spansOf(rangesOf(next));
  const gone = without(spansOf(rangesOf(present)), left);
  const uploadsGone = [...gone.keys()].filter((upload) => !left.has(upload));
  await setRemoved(transaction, uploadsGone);
  const scheduled = await removeOrSchedule(transaction, gone);
  return { before: present, present: next, published: true, gone, uploadsGone, scheduled };
}

const wrong = (sentence: string) => invalid({ segments: [`This manifest can't be published: ${sentence}`] });

const idBytes = (entry: SegmentEntry) => Buffer.from(entry.id, 'hex');

/**
 * Every entry's segment is stored for the schema with this very header.
 * @param known - the segments that were named before: they bring no records a second time, for some may be deleted.
 * @returns the records that came with the others.
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
    if (!row) throw wrong(`Segment ${entry.id} is not stored. Send it again.`);
    if (createHash('sha256').update(row.header).digest('hex') !== entry.header_hash)
      throw wrong(`Segment ${entry.id} is stored with another header.`);
    if (row.records === 0) return [];
    const own = { upload: row.upload.toString('hex'), first: row.first, count: row.records };
    if (!isDeepStrictEqual(entry.ranges, [own]))
      throw wrong(`Segment ${entry.id} came with other records than it says.`);
    return known.has(entry.id) || row.retired ? [] : [own];
  });
}

/** No segment and no record is named twice, counts are right, and every record is stored. */
function checkRanges(next: Manifest, available: RecordRange[]): void {
  if (new Set(next.segments.map(({ id }) => id)).size !== next.segments.length)
    throw wrong('It names a segment twice.');
  const miscounted = next.segments.find(({ records, ranges }) => records !== countOf(ranges));
  if (miscounted) throw wrong(`Segment ${miscounted.id} has another number of records than its ranges.`);
  const untidy = next.segments.find((entry) => !tidilyDeleted(entry));
  if (untidy) throw wrong(`The deleted records of segment ${untidy.id} are out of order, or are all it has.`);
  const all = next.segments.flatMap(({ ranges }) => ranges);
  if (sizeOf(spansOf(all)) !== countOf(all)) throw wrong('It names a record twice.');
  if (!within(spansOf(available), spansOf(rangesOf(next))))
    throw wrong('It names records that are not stored.');
}

const countOf = (ranges: RecordRange[]) => ranges.reduce((sum, { count }) => sum + count, 0);

/** Remember since when no manifest names some segments, or that one does. */
async function setNamed(transaction: Queries, entries: SegmentEntry[], named: boolean): Promise<void> {
  if (entries.length === 0) return;
  const since = named ? null : sql`now()`;
  await transaction
    .update(segments)
    .set({ loose: since, retired: since })
    .where(inArray(segments.segment, entries.map(idBytes)));
}

/** Remember that uploads have no published records any more. */
async function setRemoved(transaction: Queries, gone: string[]): Promise<void> {
  if (gone.length === 0) return;
  const ids = sql.param(gone.map((upload) => Buffer.from(upload, 'hex')));
  await transaction
    .update(uploads)
    .set({ removed: sql`now()` })
    .where(sql`${uploads.upload} = any(${ids})`);
}
