/** The alerts that a person has asked not to see again. They are kept per person and outlive a sign-out. */
import { tabSession } from './session.ts';

async function table() {
  const { email } = tabSession.read();
  if (email === null) return null;
  const { alertDatabase } = await import('./db.ts');
  return alertDatabase(email).dontShow;
}

export const dontShow = {
  /** Every such alert's id; none when the database doesn't answer. */
  async all(): Promise<string[]> {
    try {
      return (await (await table())?.toCollection().primaryKeys()) ?? [];
    } catch {
      return [];
    }
  },
  async add(id: string): Promise<void> {
    await (await table())?.put({ id }).catch(() => undefined);
  },
};
