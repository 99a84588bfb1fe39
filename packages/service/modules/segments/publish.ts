/** Publishes segments: replaces a schema's manifest by the next one, unless it has changed meanwhile. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ListedEntry } from '@cloakroom/contract/manifestParts.ts';
import { forbidden } from '@cloakroom/server-kit/problem.ts';
import type { RecordRange, SignedManifest } from '@cloakroom/contract/segments.ts';
import type { Queries } from '../../db/client.ts';
import type { SchemaState } from '../schemas/policy.ts';
import { segments, uploads } from '../../db/schema.ts';
import { requireEpoch } from './epoch.ts';
import { changeOf, refusingParts, type ManifestChange } from './manifestChange.ts';
import { refusal } from './refusal.ts';
import { listParts } from './manifestParts.ts';
import { sameList, segmentCount } from './manifestDiff.ts';
import { keepsDefinition, lockManifest, replaceManifest } from './manifests.ts';
import { changePublished, publishedNear, withoutPublished } from './publishedRanges.ts';
import { removePackedRecords } from './packedRecords.ts';
import { publishVersions, type VersionChange } from './recordVersions.ts';
import { removeOrSchedule } from './removals.ts';
import type { SentParts } from './sentParts.ts';
import { containsSpans, sizeOf, spansOf, subtractSpans, type Spans } from './spans.ts';

/** The manifest before and after the call, and whether the sent one is current. */
export type Published = {
  before: SignedManifest;
  present: SignedManifest;
  published: boolean;
  /** The records that are no longer published; not those that have a new version. */
  removed: Spans;
  /** The ids of the records that have a new version. */
  changed: string[];
  /** The keys that the ids of removed records state, by the names of their places, where the two differ. */
  removedIds: VersionChange['removedIds'];
  /** The uploads without any published records now, in hex. */
  removedUploads: string[];
  /** Whether rows of removed records are still to be deleted. */
  scheduled: boolean;
};

const unchanged: Omit<Published, 'before' | 'present' | 'published'> = {
  removed: new Map(),
  changed: [],
  removedIds: new Map(),
  removedUploads: [],
  scheduled: false,
};

const maxIdsPerStatement = 10_000;

/**
 * Compare and set: `next` becomes the manifest if it is the successor of the current one. Repeating it succeeds again.
 * Records that it no longer publishes are deleted, or scheduled for deletion if there are many.
 * @param options.permissions - of the publisher: a new epoch requires the permission to share keys, and all but adding
 *   segments the right to change stored records.
 * @param options.sent - the parts of the manifest that are not stored yet.
 * @param options.redefines - the manifest vouches for another definition, and all segments are replaced by others of the same
 *   records; without it, the definition stays.
 * @throws {HttpProblem} 400 if it is invalid, 403 if the publisher may not do that.
 */
export async function publish(
  transaction: Queries,
  schema: string,
  next: SignedManifest,
  {
    permissions,
    isRecordOwner,
    sent,
    redefines = false,
  }: Pick<SchemaState, 'permissions' | 'isRecordOwner'> & {
    sent: SentParts;
    redefines?: boolean;
  },
): Promise<Published> {
  if (next.schema !== schema) throw refusal('It is the manifest of another schema.');
  const present = await lockManifest(transaction, schema, sent.store);
  if (next.version > 0 && isDeepStrictEqual(present, next))
    return { before: present, present, published: true, ...unchanged };
  if (next.version !== present.version + 1)
    return { before: present, present, published: false, ...unchanged };
  if (next.mac === '') throw refusal('It has no MAC.');
  if (next.generation !== present.generation) throw refusal('It is not vouched for with the newest keys.');
  const change = await changeOf(transaction, present, next, sent);
  requireEpoch(present, next, { ...permissions, sameSegments: leavesSegments(present, next, change) });
  if (!isRecordOwner && !onlyAdds(change)) throw forbidden(addsOnly);
  if (redefines) requireConverted(present, next, change);
  else if (!keepsDefinition(present, next)) throw refusal('It vouches for another definition of the schema.');
  const early = change.changed.find(({ generation }) => generation > next.generation);
  if (early) throw refusal(`Segment ${early.id} is sealed with keys that the schema hasn't got yet.`);
  const available = await checkStored(transaction, schema, change);
  const near = await publishRecords(transaction, schema, change, available);
  const { changed, replaced, removedIds } = await publishVersions(transaction, change);
  const removedUploads = await withoutPublished(transaction, [...change.removed.keys()]);
  // Records that a new segment brings and that were published before are stored in another form.
  await removePackedRecords(transaction, subtractSpans(available, change.added));

  await setListed(transaction, change.listed, true);
  await setListed(transaction, change.retired, false);
  await refusingParts(() => listParts(transaction, schema, change.parts, sent));
  await replaceManifest(transaction, next);
  await setRemoved(transaction, removedUploads);
  const stay = { published: near, version: next.version };
  const scheduled = await removeOrSchedule(transaction, change.removed, stay);
  const removed = subtractSpans(change.removed, replaced);
  return {
    ...{ before: present, present: next, published: true },
    ...{ removed, changed, removedIds, removedUploads, scheduled },
  };
}

/**
 * Replaces the locked manifest by one with the same segments, which may state them in another way.
 * @returns false if its segments are others; nothing is changed then.
 * @throws {HttpProblem} 400 if a part of it is missing or wrong.
 */
export async function restateManifest(
  transaction: Queries,
  present: SignedManifest,
  next: SignedManifest,
  sent: SentParts,
): Promise<boolean> {
  const change = await changeOf(transaction, present, next, sent);
  if (!leavesSegments(present, next, change)) return false;
  await refusingParts(() => listParts(transaction, present.schema, change.parts, sent));
  await replaceManifest(transaction, next);
  return true;
}

/** Whether the next manifest has all segments of the present one unchanged. */
const onlyAdds = ({ changed, listed, retired, removed }: ManifestChange): boolean =>
  changed.length === listed.length && retired.length === 0 && removed.size === 0;

/** Requires that each segment is replaced, and that the records stay the same. @throws {HttpProblem} 400. */
function requireConverted(present: SignedManifest, next: SignedManifest, change: ManifestChange): void {
  if (!next.definition) throw refusal('It vouches for no definition of the schema.');
  const { added, removed, versions, retired } = change;
  if (added.size + removed.size + versions.added.length + versions.removed.length > 0)
    throw refusal('An index that is made anew has the same records.');
  if (retired.length < segmentCount(present))
    throw refusal('It names a segment whose index belongs to the former definition.');
}

const addsOnly =
  'You may add records to this schema, and change or delete none of those that it has. Ask one of its data owners.';

/** Whether the next manifest has the same segments: stated in the same way, or a former whole list as a tree. */
function leavesSegments(present: SignedManifest, next: SignedManifest, change: ManifestChange): boolean {
  if (sameList(present, next)) return true;
  const isRestated = present.tree === undefined && next.tree !== undefined;
  return (
    isRestated && change.listed.length + change.retired.length + change.added.size + change.removed.size === 0
  );
}

/**
 * Changes the published records.
 * @param available - the records of the newly listed segments.
 * @returns the published records near those that changed.
 */
async function publishRecords(
  transaction: Queries,
  schema: string,
  { added, removed }: ManifestChange,
  available: Spans,
): Promise<Spans> {
  const changedSpans = spansOf([...rangesIn(added), ...rangesIn(removed)]);
  const before = await publishedNear(transaction, schema, changedSpans);
  const overlap = subtractSpans(added, subtractSpans(before, removed));
  if (sizeOf(overlap) < sizeOf(added)) throw refusal('It names a record twice.');
  if (!containsSpans(available, added)) throw refusal('It names records that are not stored.');
  return changePublished(transaction, before, { added, removed });
}

function* rangesIn(spans: Spans): Generator<RecordRange> {
  for (const [upload, list] of spans)
    for (const { first, end } of list) yield { upload, first, count: end - first };
}

const idBytes = (id: string) => Buffer.from(id, 'hex');

/**
 * Checks that the segment of every changed entry is stored for the schema with the same header, and that newly listed segments
 * are not listed already.
 * @returns the records that newly listed segments brought with them.
 */
async function checkStored(transaction: Queries, schema: string, change: ManifestChange): Promise<Spans> {
  const isNew = new Set(change.listed);
  const own: RecordRange[] = [];
  for (let from = 0; from < change.changed.length; from += maxIdsPerStatement) {
    const entries = change.changed.slice(from, from + maxIdsPerStatement);
    const rows = await transaction
      .select()
      .from(segments)
      .where(
        and(
          eq(segments.schema, schema),
          inArray(
            segments.segment,
            entries.map(({ id }) => idBytes(id)),
          ),
        ),
      );
    const stored = new Map(rows.map((row) => [row.segment.toString('hex'), row]));
    for (const entry of entries) own.push(...checkSegment(entry, stored.get(entry.id), isNew.has(entry.id)));
  }
  return spansOf(own);
}

/** @returns the records that the segment brought with it, if it was never listed before. */
function checkSegment(
  entry: ListedEntry,
  row: typeof segments.$inferSelect | undefined,
  isNew: boolean,
): RecordRange[] {
  if (!row) throw refusal(`Segment ${entry.id} is not stored. Send it again.`);
  if (createHash('sha256').update(row.header).digest('hex') !== entry.header_hash)
    throw refusal(`Segment ${entry.id} is stored with another header.`);
  if (isNew && !row.loose) throw refusal('It names a segment twice.');
  if (row.records === 0) return [];
  const own = { upload: row.upload.toString('hex'), first: row.first, count: row.records };
  if (entry.ranges && !isDeepStrictEqual(entry.ranges, [own]))
    throw refusal(`Segment ${entry.id} came with other records than it says.`);
  return !isNew || row.retired ? [] : [own];
}

/** Marks segments as listed in the manifest, or as no longer listed since now. */
async function setListed(transaction: Queries, ids: readonly string[], listed: boolean): Promise<void> {
  const unlistedSince = listed ? null : sql`now()`;
  for (let from = 0; from < ids.length; from += maxIdsPerStatement)
    await transaction
      .update(segments)
      .set({ loose: unlistedSince, retired: unlistedSince })
      .where(inArray(segments.segment, ids.slice(from, from + maxIdsPerStatement).map(idBytes)));
}

/** Marks uploads as removed. */
async function setRemoved(transaction: Queries, removed: string[]): Promise<void> {
  if (removed.length === 0) return;
  const ids = sql.param(removed.map(idBytes));
  await transaction
    .update(uploads)
    .set({ removed: sql`now()` })
    .where(sql`${uploads.upload} = any(${ids})`);
}
