/** Reading and writing the local database without ever waiting for it: slow or missing, it counts as empty. */
import type { Entry } from './db.ts';
import { tabSession } from './session.ts';

const patience = 1000;

/** A database that once failed to answer in time isn't asked again until the page is loaded anew. */
let hopeless = false;

const afterPatience = () =>
  new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), patience);
  });

async function table(name: 'pages' | 'settings') {
  const { email, organization } = tabSession.read();
  if (email === null || organization === null) return null;
  const { localDatabase } = await import('./db.ts');
  return localDatabase(email, organization)[name];
}

/** The entries of one table of the present person and organization; all of it is absent while nobody is signed in. */
const entriesOf = (name: 'pages' | 'settings') => ({
  /** @returns undefined when there is none, or none within a second. */
  async get(key: string): Promise<unknown> {
    if (hopeless) return undefined;
    const read = async (): Promise<Entry | 'none'> => (await (await table(name))?.get(key)) ?? 'none';
    try {
      const entry = await Promise.race([read(), afterPatience()]);
      hopeless = entry === undefined;
      return entry === 'none' ? undefined : entry?.value;
    } catch {
      return undefined;
    }
  },
  /** Kept if it can be: on a full disk the table is emptied, since all of it can be fetched again. */
  async put(key: string, value: unknown): Promise<void> {
    if (hopeless) return;
    const rows = await table(name);
    await rows?.put({ key, value }).catch(() => rows.clear().catch(() => undefined));
  },
  async remove(key: string): Promise<void> {
    if (hopeless) return;
    await (await table(name))?.delete(key).catch(() => undefined);
  },
});

export const pages = entriesOf('pages');
export const settings = entriesOf('settings');
