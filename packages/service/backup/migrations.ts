/** Applies migrations in two steps: up to the version of a backup, and from there to this program's version. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import type { ClientBase } from 'pg';
import type { AppliedMigration } from './format.ts';

const journal = createRequire(import.meta.url).resolve('@cloakroom/service/db/migrations/meta/_journal.json');
const migrationsFolder = join(journal, '../..');

/** Both run in the client's open transaction. */
export type MigrationSteps = {
  /** Creates the tables of the backup in an empty database. */
  before: (client: ClientBase) => Promise<void>;
  /** Migrates them to this program's version. */
  after: (client: ClientBase) => Promise<void>;
};

/**
 * The steps for a backup with these migrations; null if they are no prefix of this program's migrations. drizzle's
 * migrator opens its own transaction, so the statements are run here, and recorded as drizzle does.
 */
export function migrationSteps(applied: readonly AppliedMigration[]): MigrationSteps | null {
  const known = readMigrationFiles({ migrationsFolder });
  if (applied.length > known.length || applied.some(({ hash }, i) => known[i]?.hash !== hash)) return null;
  return {
    async before(client) {
      await client.query('create schema drizzle');
      await client.query(
        'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
      );
      await run(client, known.slice(0, applied.length));
    },
    after: (client) => run(client, known.slice(applied.length)),
  };
}

async function run(client: ClientBase, migrations: MigrationMeta[]): Promise<void> {
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ]);
  }
}
