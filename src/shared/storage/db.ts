/** The console's IndexedDB databases: cached queries, the outbox, the last session, and muted alerts. */
import Dexie, { type EntityTable, type Transaction } from 'dexie';
import { BlockedError, NewerVersionError } from './storageStatus.ts';

export type Entry = { key: string; value: unknown };
/** A cached query and the time it was stored. */
type CachedQuery = Entry & { at: number };

/** The cache of one user and organization: sealed or descriptive data only, never decrypted. */
export type LocalDatabase = Dexie & {
  /** Cached queries by their hash. The name is that of earlier builds. */
  pages: EntityTable<CachedQuery, 'key'>;
  /** Column layouts of records by schema id. */
  layouts: EntityTable<Entry, 'key'>;
};
/** One user's changes that have not been sent. */
type OutboxDatabase = Dexie & { waiting: EntityTable<Entry, 'key'> };
type LastSessionDatabase = Dexie & { facts: EntityTable<Entry, 'key'> };
/** The ids of alerts muted by one user. */
type AlertDatabase = Dexie & { dontShow: EntityTable<{ id: string }, 'id'> };

const localPrefix = 'console/';
const alertPrefix = 'alerts/';
const opened = new Map<string, Dexie>();

/** The tables that a version adds, changes or removes, and what it changes in stored rows. */
type Version = {
  tables: Record<string, string | null>;
  upgrade?: (stored: Transaction) => PromiseLike<unknown>;
};

/** Dexie would open, and even extend, a database of a later version, so the version is checked first. */
async function refuseNewer(database: Dexie): Promise<void> {
  const known = await indexedDB.databases();
  const stored = known.find(({ name }) => name === database.name);
  // The browser's version number is ten times Dexie's.
  if ((stored?.version ?? 0) >= (database.verno + 1) * 10) throw new NewerVersionError(database.name);
}

/** Opens a database, or throws at once if another tab blocks it. */
async function openOnce(database: Dexie): Promise<void> {
  if (database.isOpen()) return;
  await refuseNewer(database);
  const blocked = new Promise<never>((_, reject) => {
    database.on('blocked', () => reject(new BlockedError(database.name)));
  });
  await Promise.race([database.open(), blocked]);
}

/** If another tab deletes or upgrades the database, it is closed and reopened with the next call. */
async function open(name: string, ...versions: Version[]): Promise<Dexie> {
  const known = opened.get(name);
  const database = known ?? new Dexie(name, { autoOpen: false });
  const close = () => {
    if (opened.get(name) === database) opened.delete(name);
    database.close();
  };
  if (!known) {
    for (const [index, { tables, upgrade }] of versions.entries()) {
      const version = database.version(index + 1).stores(tables);
      if (upgrade) version.upgrade(upgrade);
    }
    database.on('versionchange', close);
    opened.set(name, database);
  }
  await openOnce(database).catch((thrown: unknown) => {
    close();
    throw thrown;
  });
  return database;
}

export const localDatabase = async (email: string, organization: string): Promise<LocalDatabase> =>
  (await open(
    `${localPrefix}${email}/${organization}`,
    { tables: { pages: 'key', settings: 'key' } },
    { tables: { pages: 'key, at', settings: null } },
    { tables: { layouts: 'key' } },
  )) as LocalDatabase;

/** Renames the properties of changes that earlier builds stored. */
const renameProperties: Version['upgrade'] = (stored) =>
  stored
    .table<{ value: Record<string, unknown> }>('waiting')
    .toCollection()
    .modify((row) => {
      const { given: payload, about: target, words: description, ...rest } = row.value;
      row.value = { ...rest, payload, target, description };
    });

export const outboxDatabase = async (email: string): Promise<OutboxDatabase> =>
  (await open(
    `${localPrefix}${email}`,
    { tables: { waiting: 'key' } },
    { tables: {}, upgrade: renameProperties },
  )) as OutboxDatabase;

export const lastSessionDatabase = async (): Promise<LastSessionDatabase> =>
  (await open(`${localPrefix}here`, { tables: { facts: 'key' } })) as LastSessionDatabase;

export const alertDatabase = async (email: string): Promise<AlertDatabase> =>
  (await open(`${alertPrefix}${email}`, { tables: { dontShow: 'id' } })) as AlertDatabase;

/** The e-mails of all users with muted alerts on this machine. */
export async function alertDatabaseOwners(): Promise<string[]> {
  const names = await Dexie.getDatabaseNames();
  return names.filter((name) => name.startsWith(alertPrefix)).map((name) => name.slice(alertPrefix.length));
}

/** Closes a user's alert database until its next use. */
export function releaseAlerts(email: string): void {
  opened.get(`${alertPrefix}${email}`)?.close();
  opened.delete(`${alertPrefix}${email}`);
}

/** Deletes a user's alert database. */
export async function deleteAlerts(email: string): Promise<void> {
  releaseAlerts(email);
  await Dexie.delete(`${alertPrefix}${email}`);
}

/** Whether the database with this name belongs to a user. Organization ids have no @. */
export const isDatabaseOf = (email: string, name: string): boolean =>
  name === `${localPrefix}${email}` || name.startsWith(`${localPrefix}${email}/`);
/** Whether the database is a cache, whose data can be fetched again. */
export const isCacheDatabase = (name: string): boolean => /@[^/]*\/[^/@]+$/.test(name);
export const isLastSessionDatabase = (name: string): boolean => name === `${localPrefix}here`;

/** Deletes the databases whose name matches; never those of muted alerts. */
export async function deleteLocalDatabases(matches: (name: string) => boolean = () => true): Promise<void> {
  const names = await Dexie.getDatabaseNames();
  for (const name of names.filter((each) => each.startsWith(localPrefix) && matches(each))) {
    opened.get(name)?.close();
    opened.delete(name);
    await Dexie.delete(name);
  }
}
