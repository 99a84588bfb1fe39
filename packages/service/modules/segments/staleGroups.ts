/** Groups that still have the values of deleted records: listed for data owners, and replaced by groups without these values. */
import { createHash } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { maxStaleGroups, type StaleGroup } from '@cloakroom/contract/segments.ts';
import { conflict, invalid, notFound } from '@cloakroom/server-kit/problem.ts';
import { decodeGroup, fieldCountOf } from '@cloakroom/wire/recordGroup.ts';
import type { Database, Queries } from '../../db/client.ts';
import { groupRanges, recordGroups, staleGroups, uploads } from '../../db/schema.ts';
import { replaceGroup } from '../../store/replaceGroup.ts';
import type { SegmentStore } from '../../store/segmentStore.ts';

/** Marks those of an upload's groups that are stored. */
export async function markStale(
  transaction: Queries,
  { upload, groups, version }: { upload: string; groups: ReadonlySet<number>; version: number },
): Promise<void> {
  await transaction.execute(sql`
    insert into ${staleGroups} (upload, number, version)
    select upload, number, ${version}
    from (select ${Buffer.from(upload, 'hex')}::bytea as upload, unnest(${sql.param([...groups])}::bigint[]) as number) as asked
    where exists (select 1 from ${recordGroups} where upload = asked.upload and number = asked.number)
      or exists (select 1 from ${groupRanges} where upload = asked.upload and first <= asked.number and end_number > asked.number)
    on conflict (upload, number) do update set version = excluded.version`);
}

/** A schema's stale groups, the oldest first, at most {@link maxStaleGroups}. */
export async function findStaleGroups(queries: Queries, schema: string): Promise<StaleGroup[]> {
  const rows = await queries
    .select({
      upload: staleGroups.upload,
      number: staleGroups.number,
      since: staleGroups.since,
      version: staleGroups.version,
    })
    .from(staleGroups)
    .innerJoin(uploads, eq(uploads.upload, staleGroups.upload))
    .where(eq(uploads.schema, schema))
    .orderBy(asc(staleGroups.since), asc(staleGroups.upload), asc(staleGroups.number))
    .limit(maxStaleGroups);
  return rows.map(({ upload, since, ...row }) => ({
    ...row,
    upload: upload.toString('hex'),
    since: since.toISOString(),
  }));
}

/**
 * Replaces a stale group. Repeating it succeeds.
 * @param change.replaces - SHA-256 of the stored bytes, in hex.
 * @param change.version - of the manifest that names the remaining records of the group.
 * @throws {HttpProblem} 404 without such a group, 400 for bytes that are not such a group, 409 if the stored group is another
 *   one or records were deleted by a later manifest.
 */
export async function replaceStaleGroup(
  { database, store }: { database: Database; store: Pick<SegmentStore, 'readGroups'> },
  change: {
    schema: string;
    upload: string;
    number: number;
    replaces: string;
    version: number;
    data: Buffer;
  },
): Promise<void> {
  const [stored] = await store.readGroups(change.schema, [[change.upload, change.number]]);
  if (!stored) throw notFound('Group');
  if (stored.equals(change.data)) return;
  if (sha256(stored) !== change.replaces) throw changed();
  if (recordsIn(change.data, fieldCountOf(stored)) !== stored[0])
    throw invalid({ body: ['The group has another number of records than the one it replaces.'] });
  const key = { upload: Buffer.from(change.upload, 'hex'), number: change.number };
  await database.transaction(async (transaction) => {
    const ofStale = and(eq(staleGroups.upload, key.upload), eq(staleGroups.number, key.number));
    // Locks the group as well: groups are replaced here alone.
    const [stale] = await transaction.select().from(staleGroups).where(ofStale).for('update');
    if (!stale || stale.version > change.version) throw changed();
    await replaceGroup(transaction, { ...key, stored, data: change.data });
    await transaction.delete(staleGroups).where(ofStale);
  });
}

const changed = () => conflict('The group or its deleted records have changed. Read it again.');

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function recordsIn(bytes: Buffer, fields: number): number {
  try {
    return decodeGroup(bytes, fields).records;
  } catch (error) {
    if (error instanceof RangeError) throw invalid({ body: [error.message] });
    throw error;
  }
}
