/** Rewrites objects without groups that were deleted, and with those that were replaced. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Database, Queries } from '../db/client.ts';
import { groupRanges, recordGroups, storedObjects } from '../db/schema.ts';
import { groupsTable, readTable, tableBytes } from './objectFormat.ts';
import { objectName, type ObjectRow } from './objectRows.ts';
import { inChunks } from './objectSource.ts';
import type { ObjectStores, RegisteredStore } from './objectStores.ts';
import { writeObject } from './objectWriter.ts';
import { lockObject, swapObject } from './swapObject.ts';

/** Another process does what the one that took it has not done within this time. */
export const claimedInterval = sql`interval '10 minutes'`;

/** Rewrites the object that is due for the longest time. @returns whether there was one. */
export async function rewriteNext(database: Database, stores: ObjectStores): Promise<boolean> {
  const due = database
    .select({ object: storedObjects.object })
    .from(storedObjects)
    .where(lt(storedObjects.rewrite, sql`now()`))
    .orderBy(asc(storedObjects.rewrite))
    .limit(1)
    .for('update', { skipLocked: true });
  const [object] = await database
    .update(storedObjects)
    .set({ rewrite: sql`now() + ${claimedInterval}` })
    .where(inArray(storedObjects.object, due))
    .returning();
  if (!object) return false;
  const store = await stores.byId(object.store);
  if (await store.isOwned()) await rewriteObject(database, store, object);
  return true;
}

/** What is to be in the new object: the ranges of groups that are not deleted, and the rows that replace groups. */
async function currentGroups(queries: Queries, { object, first, items }: ObjectRow) {
  const ranges = await queries
    .select()
    .from(groupRanges)
    .where(eq(groupRanges.object, object))
    .orderBy(asc(groupRanges.first));
  const upload = ranges[0]?.upload ?? Buffer.alloc(0);
  const inObject = and(
    eq(recordGroups.upload, upload),
    gte(recordGroups.number, first),
    lt(recordGroups.number, first + items),
  );
  const rows = await queries.select().from(recordGroups).where(inObject).orderBy(asc(recordGroups.number));
  return { upload, ranges: ranges.map(({ first: from, end }) => ({ from, end })), rows };
}

async function rewriteObject(database: Database, target: RegisteredStore, old: ObjectRow): Promise<void> {
  const { store } = target;
  const name = objectName(old);
  const { upload, ranges, rows } = await database.transaction(async (transaction) => {
    await lockObject(transaction, old);
    return currentGroups(transaction, old);
  });
  if (ranges.length === 0) return;
  const table = readTable(await store.read(name, 0, tableBytes('groups', old.items)), {
    ...old,
    kind: 'groups',
  });
  const replaced = new Map(rows.map(({ number, data }) => [number, data]));
  const groups = Array.from({ length: old.items }, (_, index) => {
    const number = old.first + index;
    if (!ranges.some(({ from, end }) => from <= number && number < end)) return undefined;
    return replaced.get(number) ?? table.group(index);
  });
  async function* content(): AsyncGenerator<Uint8Array> {
    yield groupsTable(
      upload,
      old.first,
      groups.map((group) => group?.length ?? 0),
    );
    for (const group of groups)
      if (group) yield Buffer.isBuffer(group) ? group : store.read(name, group.at, group.length);
  }
  const next = await writeObject(target, old, () => inChunks(content()));
  await swapObject(database, old, next, store, async (transaction) => {
    for (const { number, data } of rows)
      await transaction
        .delete(recordGroups)
        .where(
          and(
            eq(recordGroups.upload, upload),
            eq(recordGroups.number, number),
            sql`sha256(${recordGroups.data}) = ${sha256(data)}`,
          ),
        );
    const current = await currentGroups(transaction, { ...old, object: next.object });
    // Else more was deleted or replaced meanwhile, and it is rewritten again.
    if (current.rows.length === 0 && isDeepStrictEqual(current.ranges, ranges))
      await transaction
        .update(storedObjects)
        .set({ rewrite: null })
        .where(eq(storedObjects.object, next.object));
  });
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
