/** Column layouts of records, stored per user and organization if the database is available. */
import type { LocalDatabase } from './db.ts';
import { withTimeout } from './withTimeout.ts';
import { tabSession } from './session.ts';

/** Null if no user is signed in. */
async function table(): Promise<LocalDatabase['layouts'] | null> {
  const { email, organization } = tabSession.read();
  if (email === null || organization === null) return null;
  const { localDatabase } = await import('./db.ts');
  return (await localDatabase(email, organization)).layouts;
}

export const layouts = {
  /** @returns undefined if there is none, or the database is late. */
  async get(schema: string): Promise<unknown> {
    return (await withTimeout(async () => (await table())?.get(schema)))?.value;
  },
  async put(schema: string, value: unknown): Promise<void> {
    await withTimeout(async () => (await table())?.put({ key: schema, value }));
  },
  async remove(schema: string): Promise<void> {
    await withTimeout(async () => (await table())?.delete(schema));
  },
};
