/**
 * Removes sealed bytes through their metadata, in the transaction that removes the records. Rows are deleted; an object is
 * marked, and deleted from its store in the background.
 */
import { and, eq, gt, gte, inArray, isNull, lt, notExists, sql, type SQL } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import {
  blocks,
  groupRanges,
  manifestParts,
  manifests,
  recordGroups,
  removedPrefixes,
  staleGroups,
  storedObjects,
  uploads,
} from '../db/schema.ts';

/** How long deleted or replaced groups may be in an object before it is rewritten, so that many deletions write it once. */
const rewriteDelay = sql`interval '10 minutes'`;

/** Deletes the blocks of segments. @param ids - of the segments, or a query that selects them. */
export async function removeBlocks(
  transaction: Queries,
  ids: Buffer[] | SQL | Parameters<typeof inArray>[1],
): Promise<void> {
  await transaction.delete(blocks).where(inArray(blocks.segment, ids as Buffer[]));
  await transaction
    .update(storedObjects)
    .set({ removed: sql`now()` })
    .where(
      and(
        inArray(storedObjects.segment, ids as Buffer[]),
        eq(storedObjects.kind, 'blocks'),
        isNull(storedObjects.removed),
      ),
    );
}

/** Serializes changes of an upload's ranges, until the transaction ends. */
export const lockRanges = (transaction: Queries, upload: Buffer): Promise<unknown> =>
  transaction.execute(sql`select pg_advisory_xact_lock(${upload.readBigInt64BE().toString()}::bigint)`);

/** Serializes changes of a schema's parts, as a publication does. @returns whether the schema is there. */
export async function lockParts(transaction: Queries, schema: string): Promise<boolean> {
  const locked = await transaction
    .select({ schema: manifests.schema })
    .from(manifests)
    .where(eq(manifests.schema, schema))
    .for('update');
  return locked.length > 0;
}

/** Deletes the groups of an upload from `first` up to, not including, `end`. */
export async function removeGroups(
  transaction: Queries,
  upload: Buffer,
  { first, end }: { first: number; end: number },
): Promise<void> {
  if (first >= end) return;
  const overlapping = and(
    eq(groupRanges.upload, upload),
    lt(groupRanges.first, end),
    gt(groupRanges.end, first),
  );
  const isInObjects = async () =>
    (await transaction.select().from(groupRanges).where(overlapping).limit(1)).length > 0;
  // Before the rows: rewriting and moving take the locks in this order.
  if (await isInObjects()) await lockRanges(transaction, upload);
  await transaction
    .delete(recordGroups)
    .where(
      and(eq(recordGroups.upload, upload), gte(recordGroups.number, first), lt(recordGroups.number, end)),
    );
  // They may have been moved while the rows were waited for.
  if (!(await isInObjects())) return;
  await lockRanges(transaction, upload);
  const cut = await transaction.delete(groupRanges).where(overlapping).returning();
  const rest = cut.flatMap((range) => [
    ...(range.first < first ? [{ ...range, end: first }] : []),
    ...(range.end > end ? [{ ...range, first: end }] : []),
  ]);
  if (rest.length > 0) await transaction.insert(groupRanges).values(rest);
  const objects = [...new Set(cut.map(({ object }) => object.toString('hex')))];
  await removeUnused(
    transaction,
    objects.map((object) => Buffer.from(object, 'hex')),
  );
}

/** Marks objects without any range as removed, and the others to be rewritten. */
async function removeUnused(transaction: Queries, objects: Buffer[]): Promise<void> {
  const unused = notExists(
    transaction
      .select({ one: sql`1` })
      .from(groupRanges)
      .where(eq(groupRanges.object, storedObjects.object)),
  );
  const current = and(inArray(storedObjects.object, objects), isNull(storedObjects.removed));
  await transaction
    .update(storedObjects)
    .set({ removed: sql`now()`, rewrite: null })
    .where(and(current, unused));
  await scheduleRewrite(transaction, objects);
}

/** Deletes parts of a schema's manifests. The caller has locked the manifest. @param parts - a query that selects them. */
export async function removeParts(transaction: Queries, schema: string, parts: SQL): Promise<void> {
  const removed = await transaction
    .delete(manifestParts)
    .where(and(eq(manifestParts.schema, schema), sql`${manifestParts.part} in ${parts}`))
    .returning({ object: manifestParts.object });
  const objects = new Map(
    removed.flatMap(({ object }) => (object ? [[object.toString('hex'), object]] : [])),
  );
  if (objects.size === 0) return;
  const unused = notExists(
    transaction
      .select({ one: sql`1` })
      .from(manifestParts)
      .where(eq(manifestParts.object, storedObjects.object)),
  );
  await transaction
    .update(storedObjects)
    .set({ removed: sql`now()` })
    .where(and(inArray(storedObjects.object, [...objects.values()]), isNull(storedObjects.removed), unused));
}

/** Lets objects be rewritten without deleted and replaced groups. */
export async function scheduleRewrite(transaction: Queries, objects: Buffer[]): Promise<void> {
  await transaction
    .update(storedObjects)
    .set({ rewrite: sql`now() + ${rewriteDelay}` })
    .where(
      and(
        inArray(storedObjects.object, objects),
        isNull(storedObjects.removed),
        isNull(storedObjects.rewrite),
      ),
    );
}

/**
 * Deletes all objects of a schema, and what is noted of their groups; in the background also those without metadata, in the
 * stores that have some. Its uploads still exist, its segments don't: a segment that
 * is being moved has its object by now.
 */
export async function removeSchemaObjects(transaction: Queries, schema: string): Promise<void> {
  // No groups of these uploads are moved from now on.
  await transaction.execute(
    sql`select count(*) from (select 1 from ${uploads} where ${uploads.schema} = ${schema} for update) as locked`,
  );
  const markRemoved = () =>
    transaction
      .update(storedObjects)
      .set({ removed: sql`now()`, rewrite: null })
      .where(and(eq(storedObjects.schema, schema), isNull(storedObjects.removed)));
  await markRemoved();
  const ofSchema = transaction
    .select({ upload: uploads.upload })
    .from(uploads)
    .where(eq(uploads.schema, schema));
  await transaction.delete(groupRanges).where(inArray(groupRanges.upload, ofSchema));
  await transaction.delete(staleGroups).where(inArray(staleGroups.upload, ofSchema));
  // Objects that took the place of others until the first statement got its locks.
  await markRemoved();
  await transaction.execute(sql`
    insert into ${removedPrefixes} (store_id, schema_id)
    select distinct ${storedObjects.store}, ${storedObjects.schema} from ${storedObjects}
    where ${storedObjects.schema} = ${schema}`);
}
