/** Reads blocks and groups from objects. What is known of objects, their tables and their pages are cached: they are immutable. */
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/client.ts';
import { readTable, tableBytes, type ByteRange, type ObjectTable } from './objectFormat.ts';
import { blockObjects, objectName, objectsOf, type ObjectInfo } from './objectRows.ts';
import type { ObjectStores } from './objectStores.ts';
import { readCachedRanges, type PageCache } from './pageCache.ts';
import { orLost } from './readRanges.ts';
import type { BlockKey } from './segmentStore.ts';

const maxCachedBytes = 64 * 1024 * 1024;
const maxCachedObjects = 10_000;

/** The place of an item in an object. */
export type ObjectItem = { object: ObjectInfo; range: ByteRange };

/** The number of a group in its upload, and the id of the object that has it. */
export type GroupInObject = { object: Buffer; number: number };

export type ObjectReader = {
  /** Blocks of a schema's segments, in the order of the keys; undefined for those that no object has. */
  readBlocks: (schema: string, keys: readonly BlockKey[]) => Promise<(Buffer | undefined)[]>;
  /** The places of groups; undefined for those that are lost. */
  findGroups: (groups: readonly GroupInObject[]) => Promise<(ObjectItem | undefined)[]>;
  /** Reads items, a call for each object at least; undefined for those that are lost. */
  read: (items: readonly ObjectItem[]) => Promise<(Buffer | undefined)[]>;
};

export function objectReader(
  database: Database,
  stores: ObjectStores,
  pages: PageCache | null,
): ObjectReader {
  const infos = new LRUCache<string, ObjectInfo>({ max: maxCachedObjects });
  const tables = new LRUCache<string, ObjectTable>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ size }) => size,
  });

  /** Objects by id in hex; those that are gone are left out. */
  async function infosOf(ids: readonly string[]): Promise<Map<string, ObjectInfo>> {
    const found = new Map<string, ObjectInfo>();
    const unknown: string[] = [];
    for (const id of new Set(ids)) {
      const info = infos.get(id);
      if (info) found.set(id, info);
      else unknown.push(id);
    }
    for (const [id, info] of await objectsOf(database, unknown)) {
      infos.set(id, info);
      found.set(id, info);
    }
    return found;
  }

  async function tableOf(object: ObjectInfo): Promise<ObjectTable | null> {
    const id = object.object.toString('hex');
    const cached = tables.get(id);
    if (cached) return cached;
    const { store } = await stores.byId(object.store);
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

  async function read(items: readonly ObjectItem[]): Promise<(Buffer | undefined)[]> {
    const answer = new Array<Buffer | undefined>(items.length).fill(undefined);
    const byObject = new Map<string, number[]>();
    for (const [position, { object }] of items.entries()) {
      const id = object.object.toString('hex');
      const positions = byObject.get(id);
      if (positions) positions.push(position);
      else byObject.set(id, [position]);
    }
    await Promise.all(
      Array.from(byObject.values(), async (positions) => {
        const { object } = items[positions[0]!]!;
        const { store } = await stores.byId(object.store);
        const found = await readCachedRanges(
          store,
          { name: objectName(object), bytes: object.bytes },
          positions.map((position) => items[position]!.range),
          pages,
        );
        for (const [at, bytes] of found.entries()) answer[positions[at]!] = bytes;
      }),
    );
    return answer;
  }

  return {
    read,
    async readBlocks(schema, keys) {
      const answer = new Array<Buffer | undefined>(keys.length).fill(undefined);
      const objects = await blockObjects(database, schema, [...new Set(keys.map(({ id }) => id))]);
      const byId = await tablesOf([...objects.values()]);
      const wanted = keys.flatMap(({ id, label }, position) => {
        const object = objects.get(id);
        const range = object && byId.get(object.object.toString('hex'))?.block(label);
        return object && range ? [{ position, item: { object, range } }] : [];
      });
      const found = await read(wanted.map(({ item }) => item));
      for (const [at, bytes] of found.entries()) answer[wanted[at]!.position] = bytes;
      return answer;
    },
    async findGroups(groups) {
      const ids = groups.map(({ object }) => object.toString('hex'));
      const objects = await infosOf(ids);
      const byId = await tablesOf([...objects.values()]);
      return groups.map(({ number }, at) => {
        const object = objects.get(ids[at]!);
        const range = object && byId.get(ids[at]!)?.group(number - object.first);
        return range && { object, range };
      });
    },
  };
}
