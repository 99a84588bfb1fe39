/** One embedded PostgreSQL and the bundled threads for all tests of a run; each test file creates its own database. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '@cloakroom/service/db/embedded.ts';
import { migrateDatabase } from '@cloakroom/service/db/migrate.ts';
import { bundleProxyThreads } from '#tools/bundle.ts';
import type { ObjectStoreServer } from '#tools/servers/objectStore.ts';

/**
 * Vitest's global setup: starts the server, provides its address to the tests, and removes it afterwards. With
 * `TEST_SERVER_URL`, the URL of a superuser, the tests run on that server, which may have another version.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Another Vitest project of the same run has started the server.
  if (process.env.TEST_DATABASE_URL) return undefined;
  // A proxy's threads start three times as fast from their bundles.
  bundleProxyThreads();
  process.env.BUNDLED_THREADS = '1';
  if (process.env.TEST_SERVER_URL) {
    process.env.TEST_DATABASE_URL = process.env.TEST_SERVER_URL;
    process.env.TEST_DATABASE_TEMPLATE = await createTemplate(process.env.TEST_SERVER_URL);
    return undefined;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'cloakroom-tests-'));
  // As root, the server runs as another user, who needs access.
  await chmod(dataDir, 0o755);
  const database = await startEmbeddedDatabase({ dataDir, port: 0 });
  process.env.TEST_DATABASE_URL = database.url;
  process.env.TEST_DATABASE_TEMPLATE = await createTemplate(database.url);
  const objectStore = await startObjectStore(process.env.TEST_STORES);
  if (objectStore) {
    const { environmentOf } = await import('#tools/servers/objectStore.ts');
    process.env.TEST_STORE_ENDPOINT = objectStore.endpoint;
    Object.assign(process.env, environmentOf(objectStore.credentials));
  }
  return async () => {
    await objectStore?.stop();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** The object store that `npm run test:stores` names. */
async function startObjectStore(name: string | undefined): Promise<ObjectStoreServer | null> {
  if (name === 'swift') return (await import('#tools/servers/swift.ts')).startSwift();
  if (name === 'ceph') return (await import('#tools/servers/ceph.ts')).startCeph();
  return null;
}

/**
 * Creates a template database with all tables, which is faster than migrating each database. Its data does not outlive the
 * run, so no test waits for the disk.
 */
async function createTemplate(url: string): Promise<string> {
  const name = 'with_tables';
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('alter system set fsync = off');
  await client.query('select pg_reload_conf()');
  await client.query(`drop database if exists ${name}`);
  await client.query(`create database ${name}`);
  await client.end();
  await migrateDatabase(Object.assign(new URL(url), { pathname: `/${name}` }).href);
  return name;
}
