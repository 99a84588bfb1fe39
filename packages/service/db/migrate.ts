/** Applies migrations in one transaction, under a lock, so that several instances can start at once. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import pg from 'pg';
import { StartupError } from '@cloakroom/server-kit/startupError.ts';
import { connectionOptions, type DatabaseAddress } from './address.ts';

/** An arbitrary key that nothing else on this database locks. */
const advisoryLockKey = 7_320_617;
const lockTimeoutSeconds = 120;
/** PostgreSQL ends the transaction of a migrating instance that is silent for this long. */
const idleInTransactionSeconds = 60;
/** Includes the first answer, which behind a pooler waits for a free connection. */
const connectTimeoutMs = 10_000;
const journal = createRequire(import.meta.url).resolve('@cloakroom/service/db/migrations/meta/_journal.json');
const migrationsFolder = join(journal, '../..');

export type MigrateOptions = {
  /** How long to wait for another migrating instance. */
  lockTimeoutSeconds?: number;
  /** Aborts the migration, which is rolled back. */
  signal?: AbortSignal;
};

/**
 * Applies pending migrations; an aborted run changes nothing. The lock belongs to the
 * transaction, not to the connection: behind a pooler a connection outlives the program that used it.
 * @throws {StartupError} if a newer version has migrated the database, or another instance holds the lock for too long.
 */
export async function migrateDatabase(
  address: string | DatabaseAddress,
  options: MigrateOptions = {},
): Promise<void> {
  const client = new pg.Client({ ...connectionOptions(address), connectionTimeoutMillis: connectTimeoutMs });
  client.on('error', () => undefined);
  const abort = () => void client.end();
  options.signal?.addEventListener('abort', abort, { once: true });
  try {
    await client.connect();
    await client.query('begin');
    await migrateIn(client, options.lockTimeoutSeconds ?? lockTimeoutSeconds);
    await client.query('commit');
  } finally {
    options.signal?.removeEventListener('abort', abort);
    await client.end();
  }
}

async function migrateIn(client: pg.Client, waitSeconds: number): Promise<void> {
  await client.query(
    `set local lock_timeout = '${waitSeconds}s'; set local statement_timeout = 0; ` +
      `set local idle_in_transaction_session_timeout = '${idleInTransactionSeconds}s'`,
  );
  await client.query('select pg_advisory_xact_lock($1)', [advisoryLockKey]).catch(async (error: unknown) => {
    throw (error as pg.DatabaseError).code === '55P03'
      ? await lockTimeoutProblem(client, waitSeconds, error)
      : error;
  });
  await client.query(
    `create schema if not exists drizzle;
     create table if not exists drizzle.__drizzle_migrations
       (id serial primary key, hash text not null, created_at bigint)`,
  );
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  );
  const migrations = readMigrationFiles({ migrationsFolder });
  const last = Number(rows[0]?.last ?? -1);
  if (last > (migrations.at(-1)?.folderMillis ?? 0)) throw newerVersionProblem(last, migrations);
  for (const migration of migrations.filter(({ folderMillis }) => folderMillis > last)) {
    for (const statement of migration.sql) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      migration.hash,
      migration.folderMillis,
    ]);
  }
}

/** Names the process that holds the lock, so that the operator can end it. */
async function lockTimeoutProblem(
  client: pg.Client,
  waitSeconds: number,
  cause: unknown,
): Promise<StartupError> {
  await client.query('rollback');
  const { rows } = await client
    .query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and objid = $1 and granted
         and database = (select oid from pg_database where datname = current_database())`,
      [advisoryLockKey],
    )
    .catch(() => ({ rows: [] }));
  const lockHolder = rows[0] ? ` (PostgreSQL's process ${rows[0].pid})` : '';
  return new StartupError(
    `Another instance${lockHolder} has held the lock for changing the database's tables for ${waitSeconds} s. ` +
      'Wait until it has started, or, if none is starting, end that process with pg_terminate_backend; then start again.',
    { cause },
  );
}

const newerVersionProblem = (last: number, migrations: MigrationMeta[]) =>
  new StartupError(
    'The database was written by a newer version of Cloakroom: its tables are those of ' +
      `${formatTime(last)}, this version knows them up to ${formatTime(migrations.at(-1)?.folderMillis ?? 0)}. ` +
      'Start that newer version, or name another database in DATABASE_URL.',
  );

const formatTime = (milliseconds: number) =>
  new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ');
