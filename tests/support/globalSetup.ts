/** One embedded PostgreSQL and the bundled threads for all the tests of a run; each test file makes its own database. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '@cloakroom/service/db/embedded.ts';
import { migrateDatabase } from '@cloakroom/service/db/migrate.ts';
import { bundleProxyThreads } from '#tools/bundle.ts';

/** Vitest's global setup: starts the server, provides its address to the tests, and removes it afterwards. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Another project of the same run has started it.
  if (process.env.TEST_DATABASE_URL) return undefined;
  // A proxy's threads start three times as fast from their bundles.
  bundleProxyThreads();
  process.env.BUNDLED_THREADS = '1';
  const dataDir = await mkdtemp(join(tmpdir(), 'cloakroom-tests-'));
  // As root, the server runs as another user, who needs access.
  await chmod(dataDir, 0o755);
  const database = await startEmbeddedDatabase({ dataDir, port: 0 });
  process.env.TEST_DATABASE_URL = database.url;
  process.env.TEST_DATABASE_TEMPLATE = await prepared(database.url);
  return async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/**
 * Makes a database with all tables as a template, which is faster than migrating each. Its data does not outlive the
 * run, so no test waits for the disk.
 */
async function prepared(url: string): Promise<string> {
  const name = 'with_tables';
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('alter system set fsync = off');
  await client.query('select pg_reload_conf()');
  await client.query(`create database ${name}`);
  await client.end();
  await migrateDatabase(Object.assign(new URL(url), { pathname: `/${name}` }).href);
  return name;
}
