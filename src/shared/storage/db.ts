/** The console's databases on this machine: what was seen, what waits to be sent, who was here, and what outlives a sign-out. */
import Dexie, { type EntityTable } from 'dexie';
import { BlockedError, NewerVersionError } from './storageStatus.ts';

/** One stored value under its name. */
export type Entry = { key: string; value: unknown };
/** An answer to a query, and when it was kept. */
export type CachedQuery = Entry & { at: number };

/** What one person has seen of one organization: sealed or descriptive data only, never anything decrypted. */
export type LocalDatabase = Dexie & {
  /** By the query's hash. */
  /** Named as in the databases of earlier builds. */
  pages: EntityTable<CachedQuery, 'key'>;
  /** What they have made of the columns of a schema's records, by the schema's id. */
  layouts: EntityTable<Entry, 'key'>;
};
/** One person's changes that have not reached the service. */
export type OutboxDatabase = Dexie & { waiting: EntityTable<Entry, 'key'> };
/** Who was last here. */
export type LastSessionDatabase = Dexie & { facts: EntityTable<Entry, 'key'> };
/** The alerts that a person doesn't want to see again, by id. */
export type AlertDatabase = Dexie & { dontShow: EntityTable<{ id: string }, 'id'> };

const localPrefix = 'console/';
const alertPrefix = 'alerts/';
const opened = new Map<string, Dexie>();

type Tables = Record<string, string | null>;

/** Dexie opens a database of a later version as it is, and would even add to it: so its version is looked at before. */
async function refuseNewer(database: Dexie): Promise<void> {
  const known = await indexedDB.databases();
  const there = known.find(({ name }) => name === database.name);
  // Dexie's versions are tenths of the browser's.
  if ((there?.version ?? 0) >= (database.verno + 1) * 10) throw new NewerVersionError(database.name);
}

/** Opens it, or throws at once where another tab stands in the way instead of waiting for that tab to close. */
async function ready(database: Dexie): Promise<void> {
  if (database.isOpen()) return;
  await refuseNewer(database);
  const blocked = new Promise<never>((_, reject) => {
    database.on('blocked', () => reject(new BlockedError(database.name)));
  });
  await Promise.race([database.open(), blocked]);
}

/** Another tab may delete or upgrade a database at any time: then this one lets go, and opens it anew when next asked. */
async function open(name: string, ...versions: Tables[]): Promise<Dexie> {
  const known = opened.get(name);
  const database = known ?? new Dexie(name, { autoOpen: false });
  const letGo = () => {
    if (opened.get(name) === database) opened.delete(name);
    database.close();
  };
  if (!known) {
    versions.forEach((tables, at) => database.version(at + 1).stores(tables));
    database.on('versionchange', letGo);
    opened.set(name, database);
  }
  await ready(database).catch((thrown: unknown) => {
    letGo();
    throw thrown;
  });
  return database;
}

export const localDatabase = async (email: string, organization: string): Promise<LocalDatabase> =>
  (await open(
    `${localPrefix}${email}/${organization}`,
    { pages: 'key', settings: 'key' },
    { pages: 'key, at', settings: null },
    { layouts: 'key' },
  )) as LocalDatabase;

export const outboxDatabase = async (email: string): Promise<OutboxDatabase> =>
  (await open(`${localPrefix}${email}`, { waiting: 'key' })) as OutboxDatabase;

export const lastSessionDatabase = async (): Promise<LastSessionDatabase> =>
  (await open(`${localPrefix}here`, { facts: 'key' })) as LastSessionDatabase;

export const alertDatabase = async (email: string): Promise<AlertDatabase> =>
  (await open(`${alertPrefix}${email}`, { dontShow: 'id' })) as AlertDatabase;

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

/** Forget that a person had alerts at all. */
export async function deleteAlerts(email: string): Promise<void> {
  releaseAlerts(email);
  await Dexie.delete(`${alertPrefix}${email}`);
}

/** Whether a database is a person's, by its name; an organization's id has no @. */
export const isDatabaseOf = (email: string, name: string): boolean =>
  name === `${localPrefix}${email}` || name.startsWith(`${localPrefix}${email}/`);
/** Whether it holds what somebody has seen, all of which can be fetched again. */
export const isCacheDatabase = (name: string): boolean => /@[^/]*\/[^/@]+$/.test(name);
/** Whether it says who was last here. */
export const isLastSessionDatabase = (name: string): boolean => name === `${localPrefix}here`;

/** Delete the databases on this machine whose name is among those; never the alerts not to show. */
export async function deleteLocalDatabases(among: (name: string) => boolean = () => true): Promise<void> {
  const names = await Dexie.getDatabaseNames();
  for (const name of names.filter((each) => each.startsWith(localPrefix) && among(each))) {
    opened.get(name)?.close();
    opened.delete(name);
    await Dexie.delete(name);
  }
}
