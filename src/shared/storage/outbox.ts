/** One user's changes that have not been sent: in the local database, or in memory without one. */
import { localCache } from './localCache.ts';
import { longTimeoutMs, withTimeout } from './withTimeout.ts';
import { tabSession } from './session.ts';
import { storageStatusOf } from './storageStatus.ts';

/** The other properties are those of the outbox machine. */
type StoredChange = { id: string };

const memory = new Map<string, Map<string, StoredChange>>();

function inMemory(): Map<string, StoredChange> {
  const user = tabSession.read().email ?? '';
  const changes = memory.get(user) ?? new Map<string, StoredChange>();
  memory.set(user, changes);
  return changes;
}

/** Null if no user is signed in. */
async function table() {
  const { email } = tabSession.read();
  if (email === null) return null;
  const { outboxDatabase } = await import('./db.ts');
  return (await outboxDatabase(email)).waiting;
}

export const outbox = {
  /** All changes, in no particular order. */
  async all(): Promise<unknown[]> {
    const rows = (await withTimeout(async () => (await table())?.toArray(), longTimeoutMs)) ?? [];
    const changes = new Map<string, unknown>(rows.map(({ key, value }) => [key, value]));
    for (const [id, change] of inMemory()) changes.set(id, change);
    return [...changes.values()];
  },

  /** Adds or replaces a change. If the disk is full, clears the cache, which can be fetched again. */
  async put(change: StoredChange): Promise<void> {
    const row = { key: change.id, value: change };
    const written = await withTimeout(async () => {
      const rows = await table();
      await rows?.put(row).catch(async (thrown: unknown) => {
        if (storageStatusOf(thrown) !== 'full') throw thrown;
        await localCache.clear();
        await rows.put(row);
      });
      return rows !== null;
    }, longTimeoutMs);
    if (written) inMemory().delete(change.id);
    else inMemory().set(change.id, change);
  },

  /** Replaces a change. @returns false if it was removed meanwhile; then it is not added again. */
  async replace(change: StoredChange): Promise<boolean> {
    if (inMemory().has(change.id)) {
      inMemory().set(change.id, change);
      return true;
    }
    const updated = await withTimeout(
      async () => (await table())?.update(change.id, { value: change }),
      longTimeoutMs,
    );
    return (updated ?? 0) > 0;
  },

  async remove(id: string): Promise<void> {
    inMemory().delete(id);
    await withTimeout(async () => (await table())?.delete(id), longTimeoutMs);
  },
};
