/** Cached queries in the local database, if it is available. */
import type { LocalDatabase } from './db.ts';
import { withTimeout } from './withTimeout.ts';
import { tabSession } from './session.ts';
import { storageStatus, storageStatusOf } from './storageStatus.ts';

/** The table of the current user and organization; null if no user is signed in. */
async function table(): Promise<LocalDatabase['pages'] | null> {
  const { email, organization } = tabSession.read();
  if (email === null || organization === null) return null;
  const { localDatabase } = await import('./db.ts');
  return (await localDatabase(email, organization)).pages;
}

/** If the disk is full, deletes the older half, then the rest, since all of it can be fetched again. */
async function put(rows: LocalDatabase['pages'], key: string, value: unknown): Promise<void> {
  const row = { key, value, at: Date.now() };
  const full = (thrown: unknown) => {
    if (storageStatusOf(thrown) !== 'full') throw thrown;
  };
  const written = () => rows.put(row).then(() => true, full);
  if (await written()) return;
  const half = Math.ceil((await rows.count()) / 2);
  await rows.orderBy('at').limit(half).delete();
  if (await written()) return;
  await rows.clear();
  if (!(await written())) storageStatus.report('full');
}

/** Makes room for data that can't be fetched again. */
export async function clearQueryCache(): Promise<void> {
  await (await table())?.clear();
}

export const pages = {
  /** @returns undefined if there is none, or the database is late. */
  async get(key: string): Promise<unknown> {
    return (await withTimeout(async () => (await table())?.get(key)))?.value;
  },
  async put(key: string, value: unknown): Promise<void> {
    if (storageStatus.get() === 'full') return;
    await withTimeout(async () => {
      const rows = await table();
      if (rows) await put(rows, key, value);
    });
  },
  async remove(key: string): Promise<void> {
    await withTimeout(async () => (await table())?.delete(key));
  },
};
