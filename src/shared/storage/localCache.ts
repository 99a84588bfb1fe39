/** The local database of the current user and organization: cached queries and column layouts. */
import type { LocalDatabase } from './db.ts';
import { withTimeout } from './withTimeout.ts';
import { tabSession } from './session.ts';
import { storageStatus, storageStatusOf } from './storageStatus.ts';

/** Null if no user is signed in, or no organization is selected. */
async function database(): Promise<LocalDatabase | null> {
  const { email, organization } = tabSession.read();
  if (email === null || organization === null) return null;
  const { localDatabase } = await import('./db.ts');
  return localDatabase(email, organization);
}

/** If the disk is full, deletes the older half, then the rest, since all of it can be fetched again. */
async function putCached(rows: LocalDatabase['pages'], key: string, value: unknown): Promise<void> {
  const row = { key, value, at: Date.now() };
  const failUnlessFull = (thrown: unknown) => {
    if (storageStatusOf(thrown) !== 'full') throw thrown;
  };
  const tryToPut = () => rows.put(row).then(() => true, failUnlessFull);
  if (await tryToPut()) return;
  const half = Math.ceil((await rows.count()) / 2);
  await rows.orderBy('at').limit(half).delete();
  if (await tryToPut()) return;
  await rows.clear();
  if (!(await tryToPut())) storageStatus.report('full');
}

/** Data that can be fetched again. */
export const localCache = {
  /** @returns undefined if there is none, or the database is unavailable or late. */
  async get(key: string): Promise<unknown> {
    return (await withTimeout(async () => (await database())?.pages.get(key)))?.value;
  },
  async put(key: string, value: unknown): Promise<void> {
    if (storageStatus.get() === 'full') return;
    await withTimeout(async () => {
      const rows = (await database())?.pages;
      if (rows) await putCached(rows, key, value);
    });
  },
  async remove(key: string): Promise<void> {
    await withTimeout(async () => (await database())?.pages.delete(key));
  },
  /** Makes room for data that can't be fetched again. */
  async clear(): Promise<void> {
    await (await database())?.pages.clear();
  },
};

/** Column layouts of records by schema id. */
export const columnLayouts = {
  /** @returns undefined if there is none, or the database is unavailable or late. */
  async get(schema: string): Promise<unknown> {
    return (await withTimeout(async () => (await database())?.layouts.get(schema)))?.value;
  },
  async put(schema: string, value: unknown): Promise<void> {
    await withTimeout(async () => (await database())?.layouts.put({ key: schema, value }));
  },
  async remove(schema: string): Promise<void> {
    await withTimeout(async () => (await database())?.layouts.delete(schema));
  },
};
