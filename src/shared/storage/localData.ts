/** Deletes the local data of a session. */
import { outboxToken } from './outboxToken.ts';
import { tabSession } from './session.ts';

/** Precached files of the console have no personal data, and are needed to start offline. */
const isShell = (cache: string) => cache.startsWith('workbox-precache');

async function emptyCaches(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !isShell(name)).map((name) => caches.delete(name)));
}

/**
 * Deletes the local databases, all caches but the precached files, the token of the mail outbox, and the session storage. Ignores
 * failures: without storage there is nothing to delete.
 */
export async function deleteSessionData(): Promise<void> {
  tabSession.clear();
  outboxToken.clear();
  const { deleteLocalDatabases } = await import('./db.ts');
  await Promise.allSettled([deleteLocalDatabases(), emptyCaches()]);
}

/** Deletes the data of other users. */
export async function deleteDataOfOthers(email: string): Promise<void> {
  const { deleteLocalDatabases, isLastSessionDatabase, isDatabaseOf } = await import('./db.ts');
  await deleteLocalDatabases((name) => !isDatabaseOf(email, name) && !isLastSessionDatabase(name)).catch(
    () => undefined,
  );
}

/** Deletes cached data but not the outbox. */
export async function deleteCachedData(): Promise<void> {
  const { deleteLocalDatabases, isCacheDatabase } = await import('./db.ts');
  await deleteLocalDatabases(isCacheDatabase).catch(() => undefined);
}
