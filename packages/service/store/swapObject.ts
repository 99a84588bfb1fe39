/** Replaces an object by another one with the same items, in a transaction. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Queries } from '../db/client.ts';
import { groupRanges, manifestParts, storedObjects } from '../db/schema.ts';
import { insertObject, objectName, type ObjectRow } from './objectRows.ts';
import type { WrittenObject } from './objectWriter.ts';
import type { ObjectStore } from './objectStore.ts';
import { lockParts, lockRanges } from './removal.ts';

/**
 * Makes a durable object take the place of another one. If that was removed meanwhile, the new one is deleted.
 * @param then - what else happens in the transaction, while the object is locked.
 * @returns whether the object was replaced.
 */
export async function swapObject(
  database: Database,
  old: ObjectRow,
  next: WrittenObject,
  store: ObjectStore,
  then: (transaction: Queries) => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  const swapped = await database.transaction(async (transaction) => {
    await lockObject(transaction, old);
    const current = and(eq(storedObjects.object, old.object), isNull(storedObjects.removed));
    const [row] = await transaction.select().from(storedObjects).where(current).for('update');
    if (!row) return false;
    await transaction
      .update(storedObjects)
      .set({ removed: sql`now()`, rewrite: null })
      .where(current);
    await insertObject(transaction, { ...next, rewrite: row.rewrite });
    await transaction
      .update(groupRanges)
      .set({ object: next.object })
      .where(eq(groupRanges.object, old.object));
    await transaction
      .update(manifestParts)
      .set({ object: next.object })
      .where(eq(manifestParts.object, old.object));
    await then(transaction);
    return true;
  });
  if (!swapped) await store.remove(objectName(next)).catch(() => undefined);
  return swapped;
}

/** Locks what refers to an object: the ranges of its upload, or the parts of its manifest. */
export async function lockObject(
  transaction: Queries,
  { object, kind, schema }: Pick<ObjectRow, 'object' | 'kind' | 'schema'>,
): Promise<void> {
  if (kind === 'parts') {
    await lockParts(transaction, schema);
    return;
  }
  const [range] = await transaction
    .select({ upload: groupRanges.upload })
    .from(groupRanges)
    .where(eq(groupRanges.object, object))
    .limit(1);
  if (range) await lockRanges(transaction, range.upload);
}
