/** Tables of sealed bytes are partitioned by hash, also those of earlier versions. */
import { randomBytes } from 'node:crypto';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrationSteps } from '@cloakroom/service/backup/migrations.ts';
import { migrateDatabase } from '@cloakroom/service/db/migrate.ts';
import { freshDatabase } from '#tests/service/support/service.ts';

const partitionsMigration = 22;

let database: { url: string; drop: () => Promise<void> };
let client: pg.Client;
beforeEach(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

/** Makes the tables of the version before partitions. */
async function migrateAsBefore(): Promise<void> {
  const all = readMigrationFiles({ migrationsFolder: 'packages/service/db/migrations' });
  const applied = all
    .slice(0, partitionsMigration)
    .map(({ hash, folderMillis: millis }) => ({ hash, millis }));
  await migrationSteps(applied)!.before(client);
}

/** The rows of a table, and in how many of its partitions they are. */
async function stored(table: string) {
  const { rows } = await client.query<{ row: string; partition: string }>(
    `select t::text as row, tableoid::regclass::text as partition from ${table} t order by t::text`,
  );
  return {
    rows: rows.map(({ row }) => row),
    partitions: new Set(rows.map(({ partition }) => partition)).size,
  };
}

test('rows of an earlier version are copied into eight partitions, under the same names, keys, parameters and privileges', async () => {
  await migrateAsBefore();
  for (let at = 0; at < 64; at++) {
    await client.query('insert into blocks values ($1, $2, $3)', [randomBytes(16), randomBytes(8), randomBytes(1024)]); // prettier-ignore
    await client.query('insert into record_groups values ($1, $2, $3)', [randomBytes(12), at, randomBytes(2000)]); // prettier-ignore
  }
  await client.query('grant select on blocks to pg_monitor; grant select on blocks to public');
  const before = [await stored('blocks'), await stored('record_groups')];
  expect(before[0]!.partitions).toBe(1);
  // Another instance of the earlier version keeps its prepared statements.
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  const count = { name: 'count', text: 'select count(*)::int as rows from blocks' };
  expect((await other.query(count)).rows).toEqual([{ rows: 64 }]);

  await migrateDatabase(database.url);

  for (const [at, table] of ['blocks', 'record_groups'].entries()) {
    const after = await stored(table);
    expect(after.rows).toEqual(before[at]!.rows);
    expect(after.partitions).toBeGreaterThan(4);
  }
  expect((await other.query(count)).rows).toEqual([{ rows: 64 }]);
  await other.end();
  const { rows: tables } = await client.query<{ name: string; options: string[] | null }>(
    `select relname as name, reloptions as options from pg_class
      where relispartition and relkind = 'r' order by relname`,
  );
  expect(tables.map(({ name }) => name)).toEqual(
    ['blocks', 'record_groups'].flatMap((table) => [0, 1, 2, 3, 4, 5, 6, 7].map((at) => `${table}_${at}`)),
  );
  for (const { name, options } of tables)
    expect(options, name).toEqual(name.startsWith('record_groups') ? ['toast_tuple_target=8160'] : null);
  const { rows: storage } = await client.query(
    `select distinct attstorage from pg_attribute where attname = 'data' and attrelid::regclass::text like 'record_groups%'
       and attrelid in (select oid from pg_class where relkind in ('r', 'p'))`,
  );
  expect(storage).toEqual([{ attstorage: 'e' }]);
  const { rows: keys } = await client.query(
    `select conname, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'p' and conrelid in ('blocks'::regclass, 'record_groups'::regclass) order by conname`,
  );
  expect(keys).toEqual([
    { conname: 'blocks_segment_label_pk', definition: 'PRIMARY KEY (segment, label)' },
    { conname: 'record_groups_upload_number_pk', definition: 'PRIMARY KEY (upload, number)' },
  ]);
  const { rows: privileges } = await client.query(
    `select grantee, privilege_type from information_schema.table_privileges
      where table_name = 'blocks' and grantee in ('PUBLIC', 'pg_monitor') order by grantee`,
  );
  expect(privileges).toEqual([
    { grantee: 'PUBLIC', privilege_type: 'SELECT' },
    { grantee: 'pg_monitor', privilege_type: 'SELECT' },
  ]);
});

test('a partitioned table stays as it is', async () => {
  await migrateDatabase(database.url);
  const oid = async () => (await client.query<{ oid: number }>(`select 'blocks'::regclass::oid as oid`)).rows;
  const before = await oid();
  await client.query(`select partition_by_hash('blocks', 'segment')`);
  expect(await oid()).toEqual(before);
});

test('the rows of one upload, and those of one segment, are in one partition', async () => {
  await migrateDatabase(database.url);
  const [segment, upload] = [randomBytes(16), randomBytes(12)];
  for (let at = 0; at < 20; at++) {
    await client.query('insert into blocks values ($1, $2, $3)', [segment, randomBytes(8), randomBytes(8)]);
    await client.query('insert into record_groups values ($1, $2, $3)', [upload, at, randomBytes(8)]);
  }
  expect((await stored('blocks')).partitions).toBe(1);
  expect((await stored('record_groups')).partitions).toBe(1);
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain select data from record_groups where upload = '\\x${upload.toString('hex')}' and number = 3`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan.match(/ on record_groups_\d/g)).toHaveLength(1);
});
