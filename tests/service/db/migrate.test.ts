/** Migrations: by two instances at once, again, and killed half-way. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { migrateDatabase } from '@cloakroom/service/db/migrate.ts';
import { freshDatabase } from '#tests/service/support/service.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';

let database: { url: string; drop: () => Promise<void> };
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

/** Every column, constraint and index, as one text to compare. */
async function shape(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ part: string }>(
    `select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as part
       from information_schema.columns where table_schema = 'public'
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
       where connamespace = 'public'::regnamespace order by part`,
  );
  await client.end();
  return rows.map(({ part }) => part);
}

test('four instances that start at once make the same tables as one, and another start changes nothing', async () => {
  const other = await freshDatabase();
  await migrateDatabase(other.url);
  const expected = await shape(other.url);
  await other.drop();
  expect(expected.length).toBeGreaterThan(50);

  await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(database.url)));
  expect(await shape(database.url)).toEqual(expected);
  await migrateDatabase(database.url);
  expect(await shape(database.url)).toEqual(expected);
});

test('a migration killed half-way leaves nothing behind, and the next one completes', async () => {
  // An uncommitted table of the same name blocks the migration half-way.
  const [blocker, watcher] = [1, 2].map(() => new pg.Client({ connectionString: database.url }));
  await Promise.all([blocker!.connect(), watcher!.connect()]);
  await blocker!.query('begin; create table teams (id int)');
  const script = `import { migrateDatabase } from '@cloakroom/service/db/migrate.ts'; await migrateDatabase(process.argv[1]);`;
  const child = spawn(process.execPath, [
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    script,
    database.url,
  ]);
  await vi.waitFor(async () => {
    const { rowCount } = await watcher!.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%CREATE TABLE \"teams\"%'",
    );
    expect(rowCount).toBe(1);
  }, pollTimeout);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  await blocker!.query('rollback');
  await Promise.all([blocker!.end(), watcher!.end()]);
  await vi.waitFor(async () => expect(await shape(database.url)).toEqual([]), pollTimeout);
  await migrateDatabase(database.url);
  expect((await shape(database.url)).length).toBeGreaterThan(50);
});

test('no table is created with a clause that PostgreSQL 15 lacks', async () => {
  const folder = 'packages/service/db/migrations';
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  expect(files.length).toBeGreaterThan(10);
  for (const name of files)
    // `alter column … set storage` does the same.
    expect(await readFile(join(folder, name), 'utf8'), name).not.toMatch(
      /create table[^;]*\bstorage (plain|external|extended|main)\b/i,
    );
});

test('tables of a newer version are refused with a message, and stay unchanged', async () => {
  await migrateDatabase(database.url);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)",
  );
  await client.end();
  await expect(migrateDatabase(database.url)).rejects.toThrow(
    /written by a newer version of Cloakroom: its tables are those of 2100-01-01/,
  );
});

test('waits a limited time for a lock that another connection holds, and names its process', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    'select pg_backend_pid() as pid, pg_advisory_lock(7320617)',
  );
  await expect(migrateDatabase(database.url, { lockTimeoutSeconds: 1 })).rejects.toThrow(
    new RegExp(`PostgreSQL's process ${rows[0]?.pid}\\) has held the lock .* for 1 s`),
  );
  await client.end();
  await migrateDatabase(database.url);
});
