/** Reads blocks and groups from objects. Tables and pages are cached: objects are immutable. */
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/client.ts';
import { readTable, tableBytes, type ByteRange, type ObjectTable } from './objectFormat.ts';
import { blockObjects, groupObjects, objectName, type ObjectInfo } from './objectRows.ts';
import type { ObjectStores } from './objectStores.ts';
import { readCachedRanges, type PageCache } from './pageCache.ts';
import { orLost } from './readRanges.ts';
import { maxPortionBytes, type BlockKey, type GroupKey } from './segmentStore.ts';

const maxCachedBytes = 64 * 1024 * 1024;

export type ObjectReader = {
  /** Blocks of a schema's segments, in the order of the keys; undefined for those that no object has. */
  readBlocks: (schema: string, keys: readonly BlockKey[]) => Promise<(Buffer | undefined)[]>;
  /** The first of a schema's groups, in the order of the keys; undefined for those that no object has. At least one. */
  readGroups: (schema: string, keys: readonly GroupKey[]) => Promise<(Buffer | undefined)[]>;
};

/** An item that is to be read: its position in the answer, and its place in an object. */
type Wanted = { position: number; object: ObjectInfo; range: ByteRange };

export function objectReader(
  database: Database,
  stores: ObjectStores,
  pages: PageCache | null,
): ObjectReader {
  const tables = new LRUCache<string, ObjectTable>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ size }) => size,
  });

  async function tableOf(object: ObjectInfo): Promise<ObjectTable | null> {
    const id = object.object.toString('hex');
    const cached = tables.get(id);
    if (cached) return cached;
    const store = await stores.byId(object.store);
    return orLost(async () => {
      const bytes = await store.read(objectName(object), 0, tableBytes(object.kind, object.items));
      const table = readTable(bytes, object);
      tables.set(id, table);
      return table;
    });
  }

  /** The tables of objects, by id; those that are lost are left out. */
  async function tablesOf(objects: readonly ObjectInfo[]): Promise<Map<string, ObjectTable>> {
    const distinct = new Map(objects.map((object) => [object.object.toString('hex'), object]));
    const found = await Promise.all(
      Array.from(distinct, async ([id, object]) => [id, await tableOf(object)] as const),
    );
    return new Map(found.flatMap(([id, table]) => (table ? [[id, table]] : [])));
  }

  /** Reads items, a call for each object at least. Lost ones are left out. */
  async function readAll(wanted: readonly Wanted[], answer: (Buffer | undefined)[]): Promise<void> {
    const byObject = new Map<string, Wanted[]>();
    for (const item of wanted) {
      const id = item.object.object.toString('hex');
      byObject.set(id, [...(byObject.get(id) ?? []), item]);
    }
    await Promise.all(
      Array.from(byObject.values(), async (items) => {
        const { object } = items[0]!;
        const store = await stores.byId(object.store);
        const found = await readCachedRanges(
          store,
          { name: objectName(object), bytes: object.bytes },
          items.map(({ range }) => range),
          pages,
        );
        for (const [at, bytes] of found.entries()) answer[items[at]!.position] = bytes;
      }),
    );
  }

  return {
    async readBlocks(schema, keys) {
      const answer = new Array<Buffer | undefined>(keys.length).fill(undefined);
      const objects = await blockObjects(database, schema, [...new Set(keys.map(({ id }) => id))]);
      const byId = await tablesOf([...objects.values()]);
      const wanted = keys.flatMap(({ id, label }, position): Wanted[] => {
        const object = objects.get(id);
        const range = object && byId.get(object.object.toString('hex'))?.block(label);
        return object && range ? [{ position, object, range }] : [];
      });
      await readAll(wanted, answer);
      return answer;
    },
    async readGroups(schema, keys) {
      const objects = await groupObjects(database, schema, keys);
      const byId = await tablesOf(objects.filter((object) => object !== undefined));
      const wanted: Wanted[] = [];
      let bytes = 0;
      let position = 0;
      for (; position < keys.length && bytes <= maxPortionBytes; position++) {
        const object = objects[position];
        const range =
          object && byId.get(object.object.toString('hex'))?.group(keys[position]![1] - object.first);
        if (!object || !range) continue;
        wanted.push({ position, object, range });
        bytes += range.length;
      }
      const answer = new Array<Buffer | undefined>(position).fill(undefined);
      await readAll(wanted, answer);
      return answer;
    },
  };
}
