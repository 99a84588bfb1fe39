/** Migrations: by two instances at once, again, and killed half-way. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrateDatabase } from '#service/db/migrate.ts';
import { freshDatabase } from '#tests/service/support/service.ts';

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

test('a migration killed at any moment leaves all or nothing, and the next one finishes', async () => {
  const script = `import { migrateDatabase } from '#service/db/migrate.ts'; await migrateDatabase(process.argv[1]);`;
  const seen = new Set<number>();
  for (const ms of [450, 500, 550, 600, 650, 700, 800]) {
    const own = await freshDatabase();
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, own.url]);
    const ended = once(child, 'exit');
    await sleep(ms);
    child.kill('SIGKILL');
    await ended;
    const halfway = (await shape(own.url)).length;
    await migrateDatabase(own.url);
    const whole = (await shape(own.url)).length;
    await own.drop();
    expect([0, whole]).toContain(halfway);
    seen.add(halfway);
  }
  expect(seen.size).toBeGreaterThan(0);
});
