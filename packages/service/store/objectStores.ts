/** The folders and object stores of this deployment: registered in the database, opened when they are first used. */
import { eq, sql } from 'drizzle-orm';
import { StartupError } from '@cloakroom/server-kit/startupError.ts';
import type { Database, Queries } from '../db/client.ts';
import { stores } from '../db/schema.ts';
import { folderStore } from './folderStore.ts';
import { newMarkerId, readMarker, writeMarker } from './marker.ts';
import { markerName, StoreUnavailable, type ObjectStore } from './objectStore.ts';
import { parseStoreUrl } from './storeUrl.ts';

/** Why a store is only read, and what to do, as a clause. */
export const ownedElsewhere =
  'it belongs to another database. If this one is to own it, stop every service of the other one and run `npm run store -- adopt`';

const markerMissing = `its object ${markerName} is missing. Mount its disk, or restore it`;
/** An arbitrary key that serializes registering stores. */
const advisoryLockKey = 7_320_618;

/** A store with its id in the table `stores`. */
export type RegisteredStore = {
  id: string;
  store: ObjectStore;
  /**
   * Whether this database owns the store, which only its owner may change: the store's marker has its token. It is read each time, for a copy of
   * the database may adopt the store at any time. @throws {StoreUnavailable} if it can't be read.
   */
  isOwned: () => Promise<boolean>;
};

/** Reports a store that is only read, as a sentence. */
export type ReportReadOnly = (sentence: string) => void;

export type ObjectStores = {
  /**
   * The store with this id.
   * @param queries - a transaction, so that no second connection is needed. @throws {Error} if it is not registered.
   */
  byId: (id: string, queries?: Queries) => Promise<RegisteredStore>;
  /** The store at this address; it is registered when it is used for the first time. @throws {StartupError} */
  register: (url: string) => Promise<RegisteredStore>;
  /**
   * Makes this database the owner of the store at this address, instead of the database that it is a copy of.
   * @throws {StartupError} if the store is of no database that this one is a copy of. @throws {StoreUnavailable}
   */
  adopt: (url: string) => Promise<void>;
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

/** @param report - called for a store that another database owns, once. */
export function objectStores(database: Database, report: ReportReadOnly = () => undefined): ObjectStores {
  const opened = new Map<string, Promise<ObjectStore>>();
  const reported = new Set<string>();
  const openOnce = (id: string, url: string) => {
    const store = opened.get(id) ?? openObjectStore(url);
    opened.set(id, store);
    return store;
  };
  const withOwner = (id: string, store: ObjectStore): RegisteredStore => ({
    id,
    store,
    async isOwned() {
      const isOwned = await hasToken(database, id, store);
      if (isOwned) reported.delete(id);
      else if (!reported.has(id)) {
        reported.add(id);
        report(`The store ${store.url} is only read: ${ownedElsewhere}.`);
      }
      return isOwned;
    },
  });
  return {
    async byId(id, queries = database) {
      const known = opened.get(id);
      if (known) return withOwner(id, await known);
      const [row] = await queries.select().from(stores).where(eq(stores.id, id));
      if (!row) throw new Error(`The store ${id} is not registered.`);
      return withOwner(id, await openOnce(id, row.url));
    },
    async register(url) {
      const store = await openObjectStore(url);
      try {
        const id = await registered(database, store);
        opened.set(id, Promise.resolve(store));
        return withOwner(id, store);
      } catch (error) {
        store.close();
        if (error instanceof StoreUnavailable)
          throw new StartupError(`STORE_URL: the store ${url} can’t be used: ${error.message}.`, {
            cause: error,
          });
        throw error;
      }
    },
    async adopt(url) {
      const store = await openObjectStore(url);
      try {
        await database.transaction(async (transaction) => {
          await lockRegistry(transaction);
          const marker = await readMarker(store);
          if (!marker) throw new StoreUnavailable(markerMissing);
          const adopted = { id: marker.id, token: newMarkerId() };
          const rows = await transaction
            .update(stores)
            .set({ token: adopted.token, url: store.url })
            .where(eq(stores.id, marker.id))
            .returning();
          if (rows.length === 0) throw strange(store);
          // If the transaction fails after this, no database owns the store until it is adopted again.
          await writeMarker(store, adopted);
        });
      } finally {
        store.close();
      }
    },
    async all() {
      const rows = await database.select().from(stores);
      return Promise.all(rows.map(async ({ id, url }) => withOwner(id, await openOnce(id, url))));
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

/** Whether a store's marker has the token of this database. @throws {StoreUnavailable} if it is missing, or can't be read. */
async function hasToken(database: Database, id: string, store: ObjectStore): Promise<boolean> {
  const marker = await readMarker(store);
  if (!marker) throw new StoreUnavailable(markerMissing);
  const [row] = await database.select().from(stores).where(eq(stores.id, id));
  return marker.id === id && marker.token === row?.token;
}

/** A store's row, which is inserted and marked if it is new. @throws {StartupError} if the store is another database's. */
async function registered(database: Database, store: ObjectStore): Promise<string> {
  await store.check();
  return database.transaction(async (transaction) => {
    await lockRegistry(transaction);
    const rows = await transaction.select().from(stores);
    const marker = await readMarker(store);
    const own = rows.find(({ id }) => id === marker?.id);
    if (own) {
      if (own.token !== marker?.token)
        throw new StartupError(
          `STORE_URL: the store ${store.url} belongs to another database: this one was restored from a backup, or a copy of it has adopted the store. For a drill, leave STORE_URL empty: the store is then only read. If this database is to own the store, stop every service of the other one, run \`npm run store -- adopt\`, then start again.`,
        );
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
    if (marker !== undefined && !(await isEmpty(store))) throw strange(store);
    const created = { id: newMarkerId(), token: newMarkerId() };
    await writeMarker(store, created);
    await transaction.insert(stores).values({ ...created, url: store.url });
    return created.id;
  });
}

const strange = ({ url }: ObjectStore) =>
  new StartupError(
    `STORE_URL: the store ${url} belongs to another database. Use an empty folder, or another bucket or prefix; or restore the database that it belongs to.`,
  );

const lockRegistry = (transaction: Queries) =>
  transaction.execute(sql`select pg_advisory_xact_lock(${advisoryLockKey})`);

async function isEmpty(store: ObjectStore): Promise<boolean> {
  for await (const { name } of store.list('')) if (name !== markerName) return false;
  return true;
}
