/**
 * Maintains objects while the service runs: deletes removed ones and those of deleted schemas, rewrites changed ones, sweeps orphans.
 * Each batch first asks whether this database still owns the store; the objects of another one's store stay.
 */
import { and, asc, eq, inArray, isNotNull, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/client.ts';
import { groupRanges, manifestParts, removedPrefixes, segments, storedObjects } from '../db/schema.ts';
import { objectIdOf, objectName } from './objectRows.ts';
import type { ObjectStores, RegisteredStore } from './objectStores.ts';
import { claimedInterval, rewriteNext } from './rewrite.ts';

const intervalMs = 60_000;
const sweepIntervalMs = 3_600_000;
const maxObjectsPerTransaction = 50;
/** Longer than a segment may take from its first byte to its row. */
export const orphanAgeMs = 24 * 3_600_000;
const maxNamesPerQuery = 1_000;

/** The latest moment at which an object was removed that is deleted now. */
const removedUntil = (retentionMs: number): SQL =>
  sql`now() - ${retentionMs}::float8 * interval '1 millisecond'`;

/**
 * Deletes some removed objects from their stores, then their metadata. Several processes take different ones.
 * @param retentionMs - how long removed objects stay, for a backup of the database to name them.
 * @returns whether there were any.
 * @throws {StoreUnavailable} if a store failed, after the objects of others were deleted.
 */
export async function deleteRemoved(
  database: Database,
  stores: ObjectStores,
  retentionMs = 0,
): Promise<boolean> {
  const isDue = lte(storedObjects.removed, removedUntil(retentionMs));
  const due = await database.selectDistinct({ id: storedObjects.store }).from(storedObjects).where(isDue);
  const { owned, failures } = await ownedAmong(
    stores,
    due.map(({ id }) => id),
  );
  const outcomes = await database.transaction(async (transaction) => {
    const removed = await transaction
      .select()
      .from(storedObjects)
      .where(and(isDue, inArray(storedObjects.store, owned)))
      .orderBy(asc(storedObjects.removed))
      .limit(maxObjectsPerTransaction)
      .for('update', { skipLocked: true });
    const settled = await Promise.allSettled(
      removed.map(async (object) => {
        const { store } = await stores.byId(object.store);
        await store.remove(objectName(object));
        return object.object;
      }),
    );
    const ids = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    if (ids.length > 0) await transaction.delete(storedObjects).where(inArray(storedObjects.object, ids));
    return settled;
  });
  const failed = outcomes.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  if (outcomes.length === 0 && failures.length > 0) throw failures[0];
  return outcomes.length > 0;
}

/** The ids of those stores that this database owns, and the errors of those that can't be asked. */
async function ownedAmong(
  stores: ObjectStores,
  ids: readonly string[],
): Promise<{ owned: string[]; failures: unknown[] }> {
  const answers = await Promise.allSettled(
    ids.map(async (id) => ((await (await stores.byId(id)).isOwned()) ? [id] : [])),
  );
  return {
    owned: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
    failures: answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : [])),
  };
}

/**
 * Deletes all objects of a deleted schema from one store, those without metadata as well, then their metadata.
 * @param retentionMs - how long they stay after the schema was deleted.
 * @returns whether there was such a schema. @throws {StoreUnavailable} if the store failed; it is tried again later.
 */
export async function removeNextPrefix(
  database: Database,
  stores: ObjectStores,
  retentionMs = 0,
): Promise<boolean> {
  const until = removedUntil(retentionMs);
  const due = database
    .select({ store: removedPrefixes.store, schema: removedPrefixes.schema })
    .from(removedPrefixes)
    .where(lt(removedPrefixes.due, until))
    .orderBy(asc(removedPrefixes.due))
    .limit(1)
    .for('update', { skipLocked: true });
  const [next] = await database
    .update(removedPrefixes)
    .set({ due: sql`${until} + ${claimedInterval}` })
    .where(sql`(${removedPrefixes.store}, ${removedPrefixes.schema}) in ${due}`)
    .returning();
  if (!next) return false;
  const { store, isOwned } = await stores.byId(next.store);
  if (!(await isOwned())) return true;
  await store.removePrefix(`${next.schema}/`);
  await database.transaction(async (transaction) => {
    await transaction
      .delete(storedObjects)
      .where(
        and(
          eq(storedObjects.schema, next.schema),
          eq(storedObjects.store, next.store),
          isNotNull(storedObjects.removed),
        ),
      );
    await transaction
      .delete(removedPrefixes)
      .where(and(eq(removedPrefixes.store, next.store), eq(removedPrefixes.schema, next.schema)));
  });
  return true;
}

/**
 * Deletes objects without metadata: of segments and manifests that were refused, or whose service was killed. Younger ones may be about to
 * get their metadata, and a backup may name those that are younger than the retention.
 * @param now - in milliseconds since 1970. @returns the number of deleted objects.
 */
export async function sweepOrphans(
  database: Database,
  registered: RegisteredStore,
  { retentionMs = 0, now = Date.now() }: { retentionMs?: number; now?: number } = {},
): Promise<number> {
  if (!(await registered.isOwned())) return 0;
  const youngest = now - Math.max(orphanAgeMs, retentionMs);
  let deleted = 0;
  let names: string[] = [];
  for await (const { name, modified } of registered.store.list('')) {
    if (modified.getTime() > youngest || !objectIdOf(name)) continue;
    names.push(name);
    if (names.length < maxNamesPerQuery) continue;
    deleted += await deleteUnknown(database, registered, names);
    names = [];
  }
  return deleted + (await deleteUnknown(database, registered, names));
}

/**
 * Marks objects that nothing refers to as removed. Younger ones may be about to be referred to; not so those with parts, whose
 * rows are inserted in one transaction with theirs.
 */
export async function removeUnreferenced(database: Database): Promise<void> {
  await database.execute(sql`
    update ${storedObjects} set removed = now(), rewrite = null
    where removed is null and (kind = 'parts' or created < now() - interval '1 day') and case kind
      when 'blocks' then not exists (select 1 from ${segments} where ${segments.segment} = ${storedObjects.segment})
      when 'parts' then not exists (select 1 from ${manifestParts} where ${manifestParts.object} = ${storedObjects.object})
      else not exists (select 1 from ${groupRanges} where ${groupRanges.object} = ${storedObjects.object}) end`);
}

async function deleteUnknown(
  database: Database,
  { store, isOwned }: RegisteredStore,
  names: string[],
): Promise<number> {
  if (names.length === 0) return 0;
  const rows = await database
    .select()
    .from(storedObjects)
    .where(
      inArray(
        storedObjects.object,
        names.map((name) => objectIdOf(name)!),
      ),
    );
  const known = new Set(rows.map(objectName));
  const orphans = names.filter((name) => !known.has(name));
  // Another database may have adopted the store while it was listed.
  if (orphans.length === 0 || !(await isOwned())) return 0;
  for (const name of orphans) await store.remove(name);
  return orphans.length;
}

/**
 * Maintains objects every minute while the app runs. Failures are logged, and tried again the next time.
 * @param retentionMs - how long removed objects stay in their store.
 */
export function maintainObjects(
  app: FastifyInstance,
  database: Database,
  stores: ObjectStores,
  retentionMs: number,
): void {
  const state = { running: null as Promise<void> | null, closing: false, swept: Date.now() };
  const warn = (error: unknown) => app.log.warn({ err: error }, 'maintaining stored objects failed');
  const steps = [
    async () => {
      while (!state.closing && (await removeNextPrefix(database, stores, retentionMs)));
    },
    async () => {
      while (!state.closing && (await deleteRemoved(database, stores, retentionMs)));
    },
    async () => {
      while (!state.closing && (await rewriteNext(database, stores)));
    },
    async () => {
      if (Date.now() - state.swept < sweepIntervalMs) return;
      state.swept = Date.now();
      await removeUnreferenced(database);
      for (const store of await stores.all())
        await sweepOrphans(database, store, { retentionMs }).catch(warn);
    },
  ];
  const run = async () => {
    for (const step of steps) await step().catch(warn);
  };
  const timer = setInterval(() => {
    state.running ??= run().finally(() => (state.running = null));
  }, intervalMs);
  timer.unref();
  app.addHook('onClose', async () => {
    state.closing = true;
    clearInterval(timer);
    await state.running;
    stores.close();
  });
}
