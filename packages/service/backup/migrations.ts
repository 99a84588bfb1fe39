/** Applies migrations in two steps: up to the version of a backup, and from there to this program's version. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import type { ClientBase } from 'pg';
import type { AppliedMigration } from './format.ts';

const journal = createRequire(import.meta.url).resolve('@cloakroom/service/db/migrations/meta/_journal.json');
const migrationsFolder = join(journal, '../..');

/** Hashes of migrations, by their time, that were worded differently before and make the same tables. */
const earlierHashes: Record<number, string> = {
  // Record groups: PostgreSQL 15 refuses STORAGE in CREATE TABLE.
  1795601590970: '4743a7ae3e1511a5369ea970af2f211e7ea45b3cfc43b30aaf5786cd278a73de',
};

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
  const isKnown = ({ hash }: AppliedMigration, at: number) => {
    const migration = known[at];
    return (
      migration?.hash === hash || (migration !== undefined && earlierHashes[migration.folderMillis] === hash)
    );
  };
  if (!applied.every(isKnown)) return null;
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
