/** One person's changes that wait to be sent: in the local database, or in memory where there is none. */
import { clearQueryCache } from './entries.ts';
import { longTimeoutMs, withTimeout } from './withTimeout.ts';
import { tabSession } from './session.ts';
import { storageStatusOf } from './storageStatus.ts';

/** What is kept needs a name; the rest is its owner's. */
type Kept = { id: string };

const memory = new Map<string, Map<string, Kept>>();

function inMemory(): Map<string, Kept> {
  const owner = tabSession.read().email ?? '';
  const known = memory.get(owner) ?? new Map<string, Kept>();
  memory.set(owner, known);
  return known;
}

async function table() {
  const { email } = tabSession.read();
  if (email === null) return null;
  const { outboxDatabase } = await import('./db.ts');
  return (await outboxDatabase(email)).waiting;
}

export const outbox = {
  /** In no order. */
  async all(): Promise<unknown[]> {
    const rows = (await withTimeout(async () => (await table())?.toArray(), longTimeoutMs)) ?? [];
    const stored = new Map<string, unknown>(rows.map(({ key, value }) => [key, value]));
    for (const [id, change] of inMemory()) stored.set(id, change);
    return [...stored.values()];
  },

  /** Adds or replaces one. Where there is no room, what can be fetched again gives way to it. */
  async put(change: Kept): Promise<void> {
    const row = { key: change.id, value: change };
    const written = await withTimeout(async () => {
      const rows = await table();
      await rows?.put(row).catch(async (thrown: unknown) => {
        if (storageStatusOf(thrown) !== 'full') throw thrown;
        await clearQueryCache();
        await rows.put(row);
      });
      return rows !== null;
    }, longTimeoutMs);
    if (written) inMemory().delete(change.id);
    else inMemory().set(change.id, change);
  },

  /** Replaces one. @returns false when it has been removed meanwhile; then it stays so. */
  async replace(change: Kept): Promise<boolean> {
    if (inMemory().has(change.id)) {
      inMemory().set(change.id, change);
      return true;
    }
    return (
      ((await withTimeout(
        async () => (await table())?.update(change.id, { value: change }),
        longTimeoutMs,
      )) ?? 0) > 0
    );
  },

  async remove(id: string): Promise<void> {
    inMemory().delete(id);
    await withTimeout(async () => (await table())?.delete(id), longTimeoutMs);
  },
};
