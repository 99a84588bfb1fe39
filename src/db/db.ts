/** The console's databases: one per person and organization, and one per person that outlives a sign-out. */
import Dexie, { type EntityTable } from 'dexie';

/** One stored value under its name. */
export type Entry = { key: string; value: unknown };

/** What one person has seen of one organization: sealed or descriptive data only, never anything decrypted. */
export type LocalDatabase = Dexie & {
  /** Answers to queries, by the query's hash. */
  pages: EntityTable<Entry, 'key'>;
  /** Small facts that the console keeps for itself. */
  settings: EntityTable<Entry, 'key'>;
};

/** The alerts that a person doesn't want to see again, by id. */
export type AlertDatabase = Dexie & { dontShow: EntityTable<{ id: string }, 'id'> };

const localPrefix = 'console/';
const alertPrefix = 'alerts/';
const opened = new Map<string, Dexie>();

/** Another tab may delete or upgrade a database at any time: then this one lets go, and opens it anew when next asked. */
function open(name: string, tables: Record<string, string>): Dexie {
  const known = opened.get(name);
  if (known) return known;
  const database = new Dexie(name);
  database.version(1).stores(tables);
  database.on('close', () => opened.delete(name));
  database.on('versionchange', () => {
    opened.delete(name);
    database.close();
  });
  opened.set(name, database);
  return database;
}

export const localDatabase = (email: string, organization: string): LocalDatabase =>
  open(`${localPrefix}${email}/${organization}`, { pages: 'key', settings: 'key' }) as LocalDatabase;

export const alertDatabase = (email: string): AlertDatabase =>
  open(`${alertPrefix}${email}`, { dontShow: 'id' }) as AlertDatabase;

/** Whose alerts have a database on this machine, by e-mail. */
export async function alertDatabaseOwners(): Promise<string[]> {
  const names = await Dexie.getDatabaseNames();
  return names.filter((name) => name.startsWith(alertPrefix)).map((name) => name.slice(alertPrefix.length));
}

/** Let go of a person's alerts until they are next asked for. */
export function releaseAlerts(email: string): void {
  opened.get(`${alertPrefix}${email}`)?.close();
  opened.delete(`${alertPrefix}${email}`);
}

/** Delete every person's and organization's database on this machine, except the alerts not to show. */
export async function deleteLocalDatabases(): Promise<void> {
  const names = await Dexie.getDatabaseNames();
  for (const name of names.filter((each) => each.startsWith(localPrefix))) {
    opened.get(name)?.close();
    opened.delete(name);
    await Dexie.delete(name);
  }
}
