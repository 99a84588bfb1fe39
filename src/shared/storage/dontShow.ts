/** The alerts that a person has asked not to see again. They are kept per person and outlive a sign-out. */
import { longTimeoutMs, withTimeout } from './withTimeout.ts';
import { tabSession } from './session.ts';

/** Everybody's ids on this machine, by e-mail. */
export type MutedAlerts = ReadonlyMap<string, string[]>;

async function table() {
  const { email } = tabSession.read();
  if (email === null) return null;
  const { alertDatabase } = await import('./db.ts');
  return (await alertDatabase(email)).dontShow;
}

export const dontShow = {
  /** Every such alert's id; none when the database doesn't answer. */
  async all(): Promise<string[]> {
    return (
      (await withTimeout(async () => (await table())?.toCollection().primaryKeys(), longTimeoutMs)) ?? []
    );
  },
  async add(id: string): Promise<void> {
    await withTimeout(async () => (await table())?.put({ id }), longTimeoutMs);
  },
  /** Shows them again after all. */
  async remove(ids: string[]): Promise<void> {
    await withTimeout(async () => (await table())?.bulkDelete(ids), longTimeoutMs);
  },

  /** What everybody on this machine doesn't want to see; nothing when the database doesn't answer. */
  async ofAllUsers(): Promise<MutedAlerts> {
    try {
      const { alertDatabase, alertDatabaseOwners, releaseAlerts } = await import('./db.ts');
      const byEmail = new Map<string, string[]>();
      for (const email of await alertDatabaseOwners()) {
        byEmail.set(email, await (await alertDatabase(email)).dontShow.toCollection().primaryKeys());
        // The browser is about to delete it under our feet.
        releaseAlerts(email);
      }
      return byEmail;
    } catch {
      return new Map();
    }
  },
  /** Writes it again, after the browser has emptied its storage. Whoever hides nothing leaves not even their name. */
  async restore(kept: MutedAlerts): Promise<void> {
    const { alertDatabase, deleteAlerts } = await import('./db.ts');
    for (const [email, ids] of kept) {
      if (ids.length === 0) {
        await withTimeout(() => deleteAlerts(email));
        continue;
      }
      const rows = ids.map((id) => ({ id }));
      await withTimeout(async () => (await alertDatabase(email)).dontShow.bulkPut(rows));
    }
  },
};
