/** The tables of this browser's databases with row counts and estimated sizes. Never returns values. */
import Dexie from 'dexie';

type TableSize = { name: string; rows: number; bytes: number };
export type DatabaseSize = {
  name: string;
  /** The browser's version number: ten times Dexie's. */
  version: number;
  /** Null if the database did not open in time. */
  tables: TableSize[] | null;
};

/** The number of rows from which the size of a table is estimated. */
const sampleRows = 20;
const openTimeoutMs = 2000;

async function sizeOf(table: Dexie['tables'][number]): Promise<TableSize> {
  const rows = await table.count();
  const sample = await table.limit(sampleRows).toArray();
  const bytes = sample.reduce<number>((sum, row) => sum + JSON.stringify(row).length, 0);
  return {
    name: table.name,
    rows,
    bytes: sample.length === 0 ? 0 : Math.round((bytes * rows) / sample.length),
  };
}

/** Without a version, Dexie opens a database with its existing tables. */
async function tablesOf(name: string): Promise<TableSize[]> {
  const database = new Dexie(name);
  try {
    await database.open();
    return await Promise.all(database.tables.map(sizeOf));
  } finally {
    database.close();
  }
}

const timeout = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), openTimeoutMs));

/** @throws {Error} if the browser denies access to its databases. */
export async function inventory(): Promise<DatabaseSize[]> {
  const databases = await indexedDB.databases();
  return Promise.all(
    databases.map(async ({ name = '', version = 0 }) => ({
      name,
      version,
      tables: await Promise.race([tablesOf(name).catch(() => null), timeout()]),
    })),
  );
}
