/** The folders and object stores of this deployment: registered in the database, opened when they are first used. */
import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { StartupError } from '@cloakroom/server-kit/startupError.ts';
import type { Database, Queries } from '../db/client.ts';
import { stores } from '../db/schema.ts';
import { folderStore } from './folderStore.ts';
import { measured } from './objectSource.ts';
import { markerName, ObjectLost, StoreUnavailable, type ObjectStore } from './objectStore.ts';
import { parseStoreUrl } from './storeUrl.ts';

const idBytes = 16;
/** An arbitrary key that serializes registering stores. */
const advisoryLockKey = 7_320_618;

/** A store with its id in the table `stores`. */
export type RegisteredStore = { id: string; store: ObjectStore };

export type ObjectStores = {
  /**
   * The store with this id.
   * @param queries - a transaction, so that no second connection is needed. @throws {Error} if it is not registered.
   */
  byId: (id: string, queries?: Queries) => Promise<ObjectStore>;
  /** The store at this address; it is registered when it is used for the first time. @throws {StartupError} */
  register: (url: string) => Promise<RegisteredStore>;
  all: () => Promise<RegisteredStore[]>;
  close: () => void;
};

/** Opens a store without calling it. The SDK of object stores is loaded only where one is used. */
async function openObjectStore(url: string): Promise<ObjectStore> {
  const address = parseStoreUrl(url);
  if (address.kind === 'folder') return folderStore(url, address.folder);
  const { s3Store } = await import('./s3Store.ts');
  return s3Store(address);
}

export function objectStores(database: Database): ObjectStores {
  const opened = new Map<string, Promise<ObjectStore>>();
  const openOnce = (id: string, url: string) => {
    const store = opened.get(id) ?? openObjectStore(url);
    opened.set(id, store);
    return store;
  };
  return {
    async byId(id, queries = database) {
      const known = opened.get(id);
      if (known) return known;
      const [row] = await queries.select().from(stores).where(eq(stores.id, id));
      if (!row) throw new Error(`The store ${id} is not registered.`);
      return openOnce(id, row.url);
    },
    async register(url) {
      const store = await openObjectStore(url);
      try {
        const id = await registered(database, store);
        opened.set(id, Promise.resolve(store));
        return { id, store };
      } catch (error) {
        store.close();
        if (error instanceof StoreUnavailable)
          throw new StartupError(`STORE_URL: the store ${url} can’t be used: ${error.message}.`, {
            cause: error,
          });
        throw error;
      }
    },
    async all() {
      const rows = await database.select().from(stores);
      return Promise.all(rows.map(async ({ id, url }) => ({ id, store: await openOnce(id, url) })));
    },
    close() {
      for (const store of opened.values())
        void store.then(
          ({ close }) => close(),
          () => undefined,
        );
    },
  };
}

/** The id of a store, which is registered and marked if it is new. @throws {StartupError} if it is another deployment's. */
async function registered(database: Database, store: ObjectStore): Promise<string> {
  await store.check();
  return database.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${advisoryLockKey})`);
    const rows = await transaction.select().from(stores);
    const marker = await readMarker(store);
    const own = rows.find(({ id }) => id === marker);
    if (own) {
      // The same store at another address.
      if (own.url !== store.url)
        await transaction.update(stores).set({ url: store.url }).where(eq(stores.id, own.id));
      return own.id;
    }
    if (rows.some(({ url }) => url === store.url))
      throw new StartupError(
        `STORE_URL: the store ${store.url} has lost its data: the object ${markerName} of this deployment is missing. Mount its disk, or restore it.`,
      );
    // A marker alone is left of a start that was killed.
    if (marker !== undefined && !(await isEmpty(store)))
      throw new StartupError(
        `STORE_URL: the store ${store.url} belongs to another database. Use an empty folder, or another bucket or prefix; or restore the database that it belongs to.`,
      );
    const id = randomBytes(idBytes).toString('hex');
    await store.put(markerName, await measured(() => one(Buffer.from(id))));
    await transaction.insert(stores).values({ id, url: store.url });
    return id;
  });
}

async function isEmpty(store: ObjectStore): Promise<boolean> {
  for await (const { name } of store.list('')) if (name !== markerName) return false;
  return true;
}

async function readMarker(store: ObjectStore): Promise<string | undefined> {
  try {
    return (await store.read(markerName, 0, 2 * idBytes)).toString('latin1');
  } catch (error) {
    if (error instanceof ObjectLost) return undefined;
    throw error;
  }
}

async function* one(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
