/** Moves the blocks, groups and parts of objects to PostgreSQL. */
import { and, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import { blockBytes, labelBytes } from '@cloakroom/contract/segments.ts';
import type { Database, Queries } from '../db/client.ts';
import { groupRanges, manifestParts, recordGroups, storedObjects } from '../db/schema.ts';
import { withCopy, type Copy, type Rows } from './copy.ts';
import { requireIntact } from './moveObjects.ts';
import { blocksTable, readTable, tableBytes, type ObjectTable } from './objectFormat.ts';
import { objectName, type ObjectRow } from './objectRows.ts';
import type { ObjectStore } from './objectStore.ts';
import { numberBytes } from './postgresBytes.ts';
import { wholeObject } from './readRanges.ts';
import { lockObject } from './swapObject.ts';

const statementSeconds = 120;
const rowsPerRead = 1_024;

/**
 * Copies the items of an object to rows, and removes the object.
 * @returns whether it did; false if it was removed meanwhile. @throws {ObjectLost} if it is damaged.
 */
export async function objectsToRows(
  database: Database,
  store: ObjectStore,
  object: ObjectRow,
): Promise<boolean> {
  await requireIntact(store, object);
  const { kind } = object;
  if (kind === 'parts') return partsToRows(database, store, object);
  const bytes = await store.read(objectName(object), 0, tableBytes(kind, object.items));
  const table = readTable(bytes, { ...object, kind });
  return withCopy(database, statementSeconds, async (transaction, copy) => {
    await lockObject(transaction, object);
    if (!(await markRemoved(transaction, object))) return false;
    if (kind === 'blocks') await copy('blocks (segment, label, data)', blockRows(store, object, bytes));
    else await copyGroups(transaction, copy, { store, object, table });
    return true;
  });
}

/** Marks an object as removed. @returns false if it was removed meanwhile. */
async function markRemoved(transaction: Queries, { object }: ObjectRow): Promise<boolean> {
  const removed = await transaction
    .update(storedObjects)
    .set({ removed: sql`now()`, rewrite: null })
    .where(and(eq(storedObjects.object, object), isNull(storedObjects.removed)))
    .returning({ object: storedObjects.object });
  return removed.length > 0;
}

/** Parts are immutable, so that their bytes are read before the transaction. */
async function partsToRows(database: Database, store: ObjectStore, object: ObjectRow): Promise<boolean> {
  const chunks: Buffer[] = [];
  for await (const chunk of wholeObject(store, objectName(object), object.bytes)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return database.transaction(async (transaction) => {
    await transaction.execute(sql`set local statement_timeout = '${sql.raw(String(statementSeconds))}s'`);
    await lockObject(transaction, object);
    if (!(await markRemoved(transaction, object))) return false;
    const inObject = eq(manifestParts.object, object.object);
    await transaction
      .update(manifestParts)
      .set({
        // substring() counts from 1.
        data: sql`substring(${bytes}::bytea from ${manifestParts.at} + 1 for ${manifestParts.length})`,
        object: null,
        at: null,
        length: null,
      })
      .where(inObject);
    return true;
  });
}

async function* blockRows(store: ObjectStore, { segment, items, ...object }: ObjectRow, table: Buffer): Rows {
  const labelsAt = blocksTable(Buffer.alloc(0)).length;
  for (let from = 0; from < items; from += rowsPerRead) {
    const count = Math.min(rowsPerRead, items - from);
    const name = objectName({ ...object, segment });
    const data = await store.read(name, table.length + from * blockBytes, count * blockBytes);
    yield Array.from({ length: count }, (_, index) => {
      const at = labelsAt + (from + index) * labelBytes;
      return [
        segment,
        table.subarray(at, at + labelBytes),
        data.subarray(index * blockBytes, (index + 1) * blockBytes),
      ];
    });
  }
}

async function copyGroups(
  transaction: Queries,
  copy: Copy,
  { store, object, table }: { store: ObjectStore; object: ObjectRow; table: ObjectTable },
): Promise<void> {
  const ranges = await transaction
    .delete(groupRanges)
    .where(eq(groupRanges.object, object.object))
    .returning();
  const upload = ranges[0]?.upload;
  if (!upload) return;
  const rows = await transaction
    .select({ number: recordGroups.number })
    .from(recordGroups)
    .where(
      and(
        eq(recordGroups.upload, upload),
        gte(recordGroups.number, object.first),
        lt(recordGroups.number, object.first + object.items),
      ),
    );
  // A row has replaced the group of the object.
  const replaced = new Set(rows.map(({ number }) => number));
  const numbers = ranges
    .flatMap(({ first, end }) => Array.from({ length: end - first }, (_, at) => first + at))
    .filter((number) => !replaced.has(number));
  async function* groups(): Rows {
    for (const number of numbers) {
      const place = table.group(number - object.first);
      if (place)
        yield [[upload!, numberBytes(number), await store.read(objectName(object), place.at, place.length)]];
    }
  }
  await copy('record_groups (upload, number, data)', groups());
}
