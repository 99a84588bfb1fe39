/** The ids of muted alerts, stored per user. They outlive a sign-out. */
import { longTimeoutMs, withTimeout } from './withTimeout.ts';
import { tabSession } from './session.ts';

/** The ids of all users on this machine, by e-mail. */
export type MutedAlerts = ReadonlyMap<string, string[]>;

/** Null if no user is signed in. */
async function table() {
  const { email } = tabSession.read();
  if (email === null) return null;
  const { alertDatabase } = await import('./db.ts');
  return (await alertDatabase(email)).dontShow;
}

export const mutedAlerts = {
  /** @returns no ids if the database is unavailable or late. */
  async all(): Promise<string[]> {
    return (
      (await withTimeout(async () => (await table())?.toCollection().primaryKeys(), longTimeoutMs)) ?? []
    );
  },
  async add(id: string): Promise<void> {
    await withTimeout(async () => (await table())?.put({ id }), longTimeoutMs);
  },
  async remove(ids: string[]): Promise<void> {
    await withTimeout(async () => (await table())?.bulkDelete(ids), longTimeoutMs);
  },

  /** Reads the ids of all users; none if the database fails. */
  async ofAllUsers(): Promise<MutedAlerts> {
    try {
      const { alertDatabase, alertDatabaseOwners, releaseAlerts } = await import('./db.ts');
      const byEmail = new Map<string, string[]>();
      for (const email of await alertDatabaseOwners()) {
        byEmail.set(email, await (await alertDatabase(email)).dontShow.toCollection().primaryKeys());
        // The browser is about to delete the database, which an open connection would block.
        releaseAlerts(email);
      }
      return byEmail;
    } catch {
      return new Map();
    }
  },
  /** Writes the ids again after the browser has deleted its storage. Deletes the database of a user without ids, whose name is an e-mail. */
  async restore(muted: MutedAlerts): Promise<void> {
    const { alertDatabase, deleteAlerts } = await import('./db.ts');
    for (const [email, ids] of muted) {
      if (ids.length === 0) {
        await withTimeout(() => deleteAlerts(email));
        continue;
      }
      const rows = ids.map((id) => ({ id }));
      await withTimeout(async () => (await alertDatabase(email)).dontShow.bulkPut(rows));
    }
  },
};
