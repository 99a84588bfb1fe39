/** The store of sealed bytes that the settings name. */
import { notFound } from '@cloakroom/server-kit/problem.ts';
import type { Database } from '../db/client.ts';
import type { ReadImmutable } from '../db/replica.ts';
import { groupReader } from './groupReader.ts';
import { objectReader } from './objectReader.ts';
import { objectStores, type ObjectStores, type ReportReadOnly } from './objectStores.ts';
import { writeSegmentObjects } from './objectWriter.ts';
import { pageCache } from './pageCache.ts';
import { writePartObjects } from './partObjects.ts';
import { partReading } from './partReading.ts';
import { writePartRows } from './partRows.ts';
import { partCache, type PartCache, type PartStore } from './partStore.ts';
import { readBlockRows, writeRows } from './postgresBytes.ts';
import type { SegmentStore } from './segmentStore.ts';

/** The store of a deployment, and the folders and object stores that it uses. */
export type OpenedStore = { store: SegmentStore; stores: ObjectStores };

type ReadOptions = {
  /** Reads blocks from a replica; by default from the database. */
  readImmutable?: ReadImmutable | undefined;
  /** The memory for pages of objects; by default none are cached. */
  cacheBytes?: number;
  /** Called for a store that another database owns. */
  reportReadOnly?: ReportReadOnly;
};

/**
 * Opens the store for new segments. Segments are read from where they are, so it can be another one than before.
 * @param url - of a folder or an object store; empty for PostgreSQL.
 * @throws {StartupError} if it can't be used.
 */
export async function openSegmentStore(
  database: Database,
  url: string,
  options: ReadOptions = {},
): Promise<OpenedStore> {
  const stores = objectStores(database, options.reportReadOnly);
  if (url === '') return { store: postgresStore(database, stores, options), stores };
  const target = await stores.register(url);
  const cache = partCache();
  return {
    stores,
    store: {
      ...readingStore(database, stores, 'objects', options),
      write: (segment) => writeSegmentObjects(target, segment),
      parts: {
        ...readingParts(stores, cache),
        write: (owner, parts) => writePartObjects(database, target, owner, parts, cache),
      },
    },
  };
}

/** The store of a deployment that writes new bytes to PostgreSQL. */
export const postgresStore = (
  database: Database,
  stores: ObjectStores = objectStores(database),
  options: ReadOptions = {},
): SegmentStore => ({
  ...readingStore(database, stores, 'rows', options),
  write: (segment) => Promise.resolve(writeRows(segment)),
  parts: {
    ...readingParts(stores, partCache()),
    write: ({ schema }, parts) => Promise.resolve(writePartRows(schema, parts)),
  },
});

/** Reads parts from rows and from objects. */
const readingParts = (stores: ObjectStores, cache: PartCache): Omit<PartStore, 'write'> => ({
  cache,
  read: partReading(stores, cache),
});

/** Items in the order of the keys; the array is shorter than the keys if it is a portion of them. */
type Read<Key> = (schema: string, keys: readonly Key[]) => Promise<(Buffer | undefined)[]>;

/**
 * Reads from rows and from objects.
 * @param likely - where most bytes are: it is asked first.
 * @param options.readImmutable - reads blocks only; groups are replaced by deletions.
 */
function readingStore(
  database: Database,
  stores: ObjectStores,
  likely: 'rows' | 'objects',
  { readImmutable = (read) => read(database), cacheBytes = 0 }: ReadOptions,
): Pick<SegmentStore, 'readBlocks' | 'readGroups'> {
  const objects = objectReader(database, stores, pageCache(cacheBytes));
  const blockRows: SegmentStore['readBlocks'] = (schema, keys) =>
    readImmutable(async (from) => {
      const found = await readBlockRows(from, schema, keys);
      // A replica may be behind.
      if (from !== database && found.some((block) => !block)) throw notFound('Block');
      return found;
    });
  const groups = groupReader(database, objects);
  return {
    readBlocks:
      likely === 'rows'
        ? untilFound([blockRows, objects.readBlocks, blockRows, objects.readBlocks])
        : untilFound([objects.readBlocks, blockRows, objects.readBlocks, blockRows]),
    // Objects may be rewritten between the statement and the reading.
    readGroups: untilFound([groups, groups, groups]),
  };
}

/** Asks each reader for what the ones before it lack: bytes may have moved in between. */
function untilFound<Key>([first, ...others]: [Read<Key>, ...Read<Key>[]]): Read<Key> {
  return async (schema, keys) => {
    let answer = await first(schema, keys);
    for (const read of others) {
      const missing = answer.flatMap((bytes, position) => (bytes ? [] : [position]));
      if (missing.length === 0) break;
      const found = await read(
        schema,
        missing.map((position) => keys[position]!),
      );
      for (const [at, bytes] of found.entries()) answer[missing[at]!] = bytes;
      if (found.length < missing.length) answer = answer.slice(0, missing[found.length]);
    }
    return answer;
  };
}
