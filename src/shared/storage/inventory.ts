/** What lies in this browser's databases: tables, rows and about how large they are. Never what is in them. */
import Dexie from 'dexie';

export type TableSize = { name: string; rows: number; bytes: number };
export type DatabaseSize = {
  name: string;
  /** The browser's version number: ten times Dexie's. */
  version: number;
  /** Null where the database didn't open in time. */
  tables: TableSize[] | null;
};

/** So many rows of a table stand for all of them. */
const sample = 20;
/** In milliseconds. */
const patience = 2000;

async function sizeOf(table: Dexie['tables'][number]): Promise<TableSize> {
  const rows = await table.count();
  const some = await table.limit(sample).toArray();
  const bytes = some.reduce<number>((sum, row) => sum + JSON.stringify(row).length, 0);
  return { name: table.name, rows, bytes: some.length === 0 ? 0 : Math.round((bytes * rows) / some.length) };
}

/** Opened without a version, Dexie takes a database as it is. */
async function tablesOf(name: string): Promise<TableSize[]> {
  const database = new Dexie(name);
  try {
    await database.open();
    return await Promise.all(database.tables.map(sizeOf));
  } finally {
    database.close();
  }
}

const giveUp = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), patience));

/** @throws {Error} where the browser lets nobody look at its databases. */
export async function inventory(): Promise<DatabaseSize[]> {
  const databases = await indexedDB.databases();
  return Promise.all(
    databases.map(async ({ name = '', version = 0 }) => ({
      name,
      version,
      tables: await Promise.race([tablesOf(name).catch(() => null), giveUp()]),
    })),
  );
}
