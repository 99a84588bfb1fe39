/** Brings the database's tables up to date: in one transaction, under a lock, so that instances may start at once. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

/** Any number that nothing else on the same database locks. */
const lock = 7_320_617;
const journal = createRequire(import.meta.url).resolve('#service/db/migrations/meta/_journal.json');
const migrationsFolder = join(journal, '../..');

/**
 * Apply the migrations that this database doesn't have yet. Killed half-way it changes nothing.
 * A connection of its own carries the lock, so that it is given back whatever happens; migrations may take their time.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}
