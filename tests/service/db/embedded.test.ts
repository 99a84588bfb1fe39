/** The embedded database, killed in every way, loses nothing that it acknowledged. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { canAccess } from '@cloakroom/service/db/embedded/account.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '@cloakroom/service/db/embedded.ts';
import { openDatabase } from '@cloakroom/service/db/client.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

/** One folder for all tests: making a database takes longer than starting an existing one. */
const dataDir = await temporaryFolder();
const started: EmbeddedDatabase[] = [];
afterEach(async () => {
  for (const database of started.splice(0)) await database.stop();
});

const start = async (onError?: (error: Error) => void) => {
  const database = await startEmbeddedDatabase({ dataDir, port: 0, ...(onError ? { onError } : {}) });
  started.push(database);
  return database;
};
const serverId = async ({ home }: EmbeddedDatabase) =>
  Number((await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
const query = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client.query<Record<string, string>>(text).finally(() => client.end());
};

// Runs first, so that the folder is new.
test('two programs that start at the same moment on a new folder share one server', async () => {
  const [one, two] = await Promise.all([start(), start()]);
  expect(one.url).toBe(two.url);
});

test('listens on this machine alone, syncs to the disk, and has a private password', async () => {
  const { url } = await start();
  const names = `'listen_addresses', 'fsync', 'unix_socket_directories'`;
  const { rows } = await query(url, `select setting from pg_settings where name in (${names}) order by name`);
  expect(rows.map(({ setting }) => setting)).toEqual(['on', '127.0.0.1', '']);
  expect((await stat(join(dataDir, 'database-password'))).mode & 0o777).toBe(0o600);
  const wrong = url.replace(/:[^:@]+@/, ':wrong@');
  await expect(query(wrong, 'select 1')).rejects.toThrow(/authentication failed/);
});

test('has its content after a stop and a start', async () => {
  const first = await start();
  await query(first.url, 'create table kept (id int)');
  await query(first.url, 'insert into kept values (1)');
  await first.stop();
  const again = await start();
  expect((await query(again.url, 'select * from kept')).rows).toEqual([{ id: 1 }]);
});

test('a second program uses the running server, and the first to exit does not stop it', async () => {
  const first = await start();
  const second = await start();
  expect(second.url).toBe(first.url);
  const { database, close } = openDatabase(second.url);
  await database.execute('select 1');
  await first.stop();
  await database.execute('select 1');
  await close();
  await second.stop();
  await expect(query(second.url, 'select 1')).rejects.toThrow();
});

test('after its program is killed the server is found again, with every acknowledged row once', async () => {
  const script = `
    import { startEmbeddedDatabase } from '@cloakroom/service/db/embedded.ts';
    import pg from 'pg';
    const { url } = await startEmbeddedDatabase({ dataDir: process.argv[1], port: 0 });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('create table if not exists counted (id int primary key)');
    const { rows } = await client.query('select coalesce(max(id), 0)::int as last from counted');
    for (let id = rows[0].last + 1; ; id++) {
      await client.query('insert into counted values ($1)', [id]);
      process.stdout.write(id + '\\n');
    }`;
  let acknowledged = 0;
  for (let round = 0; round < 3; round++) {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, dataDir]);
    acknowledged = await lastLine(child);
  }
  const database = await start();
  const { rows } = await query(database.url, 'select count(*)::int, max(id) from counted');
  expect(Number(rows[0]!.count)).toBe(Number(rows[0]!.max));
  expect(Number(rows[0]!.max) - acknowledged).toBeGreaterThanOrEqual(0);
  expect(Number(rows[0]!.max) - acknowledged).toBeLessThanOrEqual(1);
});

test('is back within seconds after it was killed under load, with every acknowledged row', async () => {
  const troubles: string[] = [];
  const server = await start(({ message }) => troubles.push(message));
  const { database, close } = openDatabase(server.url);
  await database.execute('create table acked (id int primary key)');
  const acknowledged = new Set<number>();
  let sent = 0;
  let done = false;
  // A failed test ends its writers too: they would run beside all later files of this process.
  onTestFinished(() => {
    done = true;
  });
  const writer = async () => {
    while (!done) {
      const id = ++sent;
      await database.execute(`insert into acked values (${id})`).then(
        () => acknowledged.add(id),
        () => sleep(20),
      );
    }
  };
  const writers = Array.from({ length: 8 }, writer);
  await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(50), pollTimeout);
  const before = await serverId(server);
  process.kill(before, 'SIGKILL');
  const killed = Date.now();
  // Backends of the killed server answer for a moment: only a new server counts.
  await vi.waitFor(async () => expect(await serverId(server)).not.toBe(before), pollTimeout);
  await vi.waitFor(() => database.execute('select 1'), pollTimeout);
  expect(Date.now() - killed).toBeLessThan(5_000);
  const back = acknowledged.size;
  await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(back), pollTimeout);
  done = true;
  await Promise.all(writers);
  const { rows } = await database.execute<{ id: number }>('select id from acked');
  await close();
  const stored = new Set(rows.map(({ id }) => id));
  expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
  expect(troubles).toContain('The database server died and is being started again.');
  expect(await serverId(server)).not.toBe(before);
});

test('a lock file that names a program of another kind is ignored', async () => {
  const first = await start();
  await first.stop();
  const lock = join(dataDir, 'postgres', 'postmaster.pid');
  await writeFile(lock, `${process.pid}\n${join(dataDir, 'postgres')}\n0\n54329\n\n127.0.0.1\n`);
  expect((await query((await start()).url, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test.runIf(userInfo().uid === 0)(
  'as root, refuses a folder whose parent denies access, and uses an accessible one',
  async () => {
    const account = { uid: 65_534, gid: 65_534 };
    const closed = join(dataDir, 'closed');
    await mkdir(join(closed, 'inside'), { recursive: true });
    await chmod(closed, 0o700);
    expect(await canAccess(account, join(closed, 'inside', 'postgres'))).toBe(false);
    expect(await canAccess(account, join(tmpdir(), 'postgres'))).toBe(true);
    expect(await canAccess(undefined, join(closed, 'inside', 'postgres'))).toBe(true);
  },
);

/** Lets a writer run for a moment, kills it, and returns the last number it printed. */
async function lastLine(child: ChildProcess): Promise<number> {
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await vi.waitFor(() => expect(text.split('\n').length).toBeGreaterThan(50), pollTimeout);
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await ended;
  return Number(text.trimEnd().split('\n').at(-1));
}
