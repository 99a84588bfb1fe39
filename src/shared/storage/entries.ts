/** The pages of the local database: kept if they can be, and absent where they can't. */
import type { LocalDatabase } from './db.ts';
import { withTimeout } from './withTimeout.ts';
import { tabSession } from './session.ts';
import { storageStatus, storageStatusOf } from './storageStatus.ts';

/** The present person's database of the present organization; null while nobody is signed in. */
async function table(): Promise<LocalDatabase['pages'] | null> {
  const { email, organization } = tabSession.read();
  if (email === null || organization === null) return null;
  const { localDatabase } = await import('./db.ts');
  return (await localDatabase(email, organization)).pages;
}

/** On a full disk the older half makes room, then the rest: all of it can be fetched again. */
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

/** Every page gives its room to what can't be fetched again. */
export async function clearQueryCache(): Promise<void> {
  await (await table())?.clear();
}

export const pages = {
  /** @returns undefined when there is none, or none within a second. */
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
