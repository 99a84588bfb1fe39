/** The commands for backups and restores on embedded databases. */
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startEmbeddedDatabase } from '@cloakroom/service/db/embedded.ts';
import { migrateDatabase } from '@cloakroom/service/db/migrate.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { bundle } from '#tools/bundle.ts';
import { freePort } from '#tools/stack.ts';

const [databasePort, servicePort] = [await freePort(), await freePort()];

/** Bundled, because loading module by module takes a second longer. */
const program = bundle('tools/backup.ts');

/** Whether a command succeeded, and its output. */
async function command(dataDir: string, ...parameters: string[]): Promise<[boolean, string]> {
  const ports = { SERVICE_PORT: String(servicePort), EMBEDDED_DATABASE_PORT: String(databasePort) };
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', KEYRING: '', ...ports };
  return promisify(execFile)(process.execPath, [program, ...parameters], { env, timeout: 50_000 }).then(
    ({ stdout }) => [true, stdout] as [boolean, string],
    (error: unknown) => [false, (error as { stderr: string }).stderr] as [boolean, string],
  );
}

/** Uses the embedded database of a data folder, and stops it afterwards. */
async function withEmbedded<T>(dataDir: string, use: (url: string) => Promise<T>): Promise<T> {
  const embedded = await startEmbeddedDatabase({ dataDir, port: databasePort });
  return use(embedded.url).finally(() => embedded.stop());
}

const query = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query<{ email: string }>(text).finally(() => client.end());
};

test('an embedded database is backed up while it runs and while it is stopped, and restored into an empty folder', async () => {
  const [home, emptyFolder, backups] = [
    await temporaryFolder(),
    await temporaryFolder(),
    await temporaryFolder(),
  ];
  const file = join(backups, 'first.backup');
  await writeFile(join(home, 'secret'), 'the secret of this service, long');
  await withEmbedded(home, async (url) => {
    await migrateDatabase(url);
    await query(url, "insert into users (id, email) values ('u1', 'ada@example.org')");
    expect(await command(home, 'backup', file)).toEqual([true, expect.stringContaining(`1 files`)]);
    // The database is still running.
    expect((await query(url, 'select email from users')).rows).toHaveLength(1);
  });
  expect(await command(home, 'backup', file)).toEqual([false, expect.stringContaining('There is a file')]);
  expect((await command(home, 'backup', backups))[0]).toBe(true);
  expect(await readdir(backups)).toHaveLength(2);

  expect(await command(emptyFolder, 'restore', file)).toEqual([
    true,
    expect.stringContaining('Start the service.'),
  ]);
  await withEmbedded(emptyFolder, async (url) => {
    expect((await query(url, 'select email from users')).rows).toEqual([{ email: 'ada@example.org' }]);
  });
  expect(await readFile(join(emptyFolder, 'secret'), 'utf8')).toBe('the secret of this service, long');
  const full = expect.stringContaining('The database isn’t empty') as string;
  expect(await command(emptyFolder, 'restore', file)).toEqual([false, full]);
  await writeFile(file, (await readFile(file)).subarray(0, -100));
  const damaged = expect.stringMatching(/can’t be restored\. .*cut/) as string;
  expect(await command(emptyFolder, 'restore', file)).toEqual([false, damaged]);
});

test('a backup reports which bytes it does not contain, and whether an object that is removed later can be restored; its restore reports who owns the store', async () => {
  const [home, backups] = [await temporaryFolder(), await temporaryFolder()];
  await withEmbedded(home, async (url) => {
    await migrateDatabase(url);
    await query(
      url,
      `with store as (insert into stores (id, url) values ('s1', 'file:///store') returning id)
       insert into stored_objects (object, store_id, schema_id, segment, kind, items, first, bytes, digest)
       select '\\x01', id, 'schema', '\\x02', 'blocks', 1, 0, 1, '\\x03' from store`,
    );
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const [retention, isWarned] of [
      ['0', true],
      ['72', false],
    ] as const) {
      vi.stubEnv('STORE_RETENTION', retention);
      const [isDone, text] = await command(home, 'backup', join(backups, `${retention}.backup`));
      expect(isDone).toBe(true);
      expect(text).toContain(
        'The sealed bytes of 1 objects are not in it: copy the folder or bucket as well.',
      );
      expect(text.includes('STORE_RETENTION is 0, so an object that is removed from now on')).toBe(isWarned);
    }
  });
  const [isRestored, text] = await command(await temporaryFolder(), 'restore', join(backups, '72.backup'));
  expect(isRestored).toBe(true);
  expect(text).toMatch(
    /reads the sealed bytes in file:\/\/\/store, and changes nothing there\. For a drill, leave STORE_URL empty\. .*run `npm run store -- adopt`/,
  );
});
