/** Backups are of one moment, and are restored exactly or not at all. */
import { existsSync, readlinkSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { writeBackup } from '@cloakroom/service/backup/backup.ts';
import { RestoreIncomplete } from '@cloakroom/service/backup/backupFiles.ts';
import { migrationSteps } from '@cloakroom/service/backup/migrations.ts';
import { restoreBackup, RestoreRefused } from '@cloakroom/service/backup/restore.ts';
import { tablesOf } from '@cloakroom/service/backup/tables.ts';
import { storedSecret } from '@cloakroom/service/storedSecret.ts';
import { person } from '#tests/service/support/people.ts';
import { testSegment } from '#tests/service/support/segments.ts';
import { freshDatabase, startService, type TestService } from '#tests/service/support/service.ts';
import { makeWorld } from '#tests/service/support/world.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

let service: TestService;
let folder: string;
let file: string;
let target: Awaited<ReturnType<typeof freshDatabase>>;

beforeAll(async () => {
  service = await startService();
  const { upload } = await makeWorld(service);
  await upload(testSegment({ records: 40 }), testSegment({ records: 7 }));
  await mkdir(join(service.config.DATA_DIR, 'outbox'));
  await writeFile(join(service.config.DATA_DIR, 'outbox', 'one.eml'), 'Subject: Hello');
  await writeFile(join(service.config.DATA_DIR, 'outbox', 'two.eml.part'), 'Subject: Hel');
});
afterAll(() => service.close());
beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'a.backup');
  target = await freshDatabase();
});
afterEach(() => target.drop());

const backUp = (url = service.databaseUrl) => writeBackup(url, { data: service.config.DATA_DIR }, file);
const restore = (options = {}) => restoreBackup(target.url, { data: join(folder, 'data') }, file, options);

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return use(client).finally(() => client.end());
}

/** The rows of every table, in one text each. */
const contentOf = (url: string): Promise<Record<string, string>> =>
  withClient(url, async (client) => {
    const content: Record<string, string> = {};
    for (const { name } of await tablesOf(client)) {
      const { rows } = await client.query<{ text: string }>(
        `select coalesce(string_agg(row::text, E'\\n' order by row::text), '') as text from "${name}" row`,
      );
      content[name] = rows[0]!.text;
    }
    return content;
  });

describe('a backup', () => {
  test('is restored into an empty database with every row, and the secret and the mails with it', async () => {
    const written = await backUp();
    const restored = await restore();
    expect(await contentOf(target.url)).toEqual(await contentOf(service.databaseUrl));
    expect(restored).toMatchObject({ rows: written.rows, tables: written.tables, files: 2 });
    expect(written.rows).toBeGreaterThan(60);
    const restoredSecret = await readFile(join(folder, 'data', 'secret'), 'utf8');
    expect(restoredSecret).toBe(await readFile(join(service.config.DATA_DIR, 'secret'), 'utf8'));
    expect(await readdir(join(folder, 'data', 'outbox'))).toEqual(['one.eml']);
    for (const path of [file, join(folder, 'data', 'secret')])
      expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('is of one moment while people are added', async () => {
    const going = { on: true };
    const adding = (async () => {
      // An organization and its owner are stored in one transaction.
      while (going.on) await person(service);
    })();
    for (let i = 0; i < 5; i++) {
      await rm(file, { force: true });
      await backUp();
    }
    going.on = false;
    await adding;
    await restore();
    const { rows } = await withClient(target.url, (client) =>
      client.query<{ all: number; without: number }>(
        `select count(*)::int as all, count(*) filter (where not exists (
           select from organization_users u where u.organization_id = o.id))::int as without from organizations o`,
      ),
    );
    expect(rows[0]!.all).toBeGreaterThan(2);
    expect(rows[0]!.without).toBe(0);
  });

  test('leaves no file under its name if it is interrupted', async () => {
    await expect(backUp(target.url)).rejects.toThrow('The database has no tables of this program');
    expect(await readdir(folder)).toEqual([]);
  });

  test('of a folder of keyrings holds the sealed files and no passphrase', async () => {
    const keyrings = join(folder, 'keyrings');
    await mkdir(keyrings);
    await writeFile(join(keyrings, 'someone.json'), '{"sealed":true}');
    await writeFile(join(keyrings, 'someone.passphrase'), 'open sesame');
    await writeBackup(service.databaseUrl, { data: service.config.DATA_DIR, keyrings }, file);
    expect((await readFile(file)).includes('open sesame')).toBe(false);
    const elsewhere = join(folder, 'elsewhere');
    await restoreBackup(target.url, { data: join(folder, 'data'), keyrings: elsewhere }, file);
    expect(await readdir(elsewhere)).toEqual(['someone.json']);
  });
});

describe('a restore', () => {
  test('refuses a database with rows unless replacing is allowed', async () => {
    await backUp();
    await restore();
    await expect(restore()).rejects.toThrow(/The database isn’t empty: it has rows in .*add --replace/);
    await withClient(target.url, (client) => client.query("update users set first_name = 'Changed'"));
    await restore({ replace: true });
    expect(await contentOf(target.url)).toEqual(await contentOf(service.databaseUrl));
  });

  test('refuses a data folder with a secret of its own', async () => {
    await backUp();
    await mkdir(join(folder, 'data'));
    await writeFile(join(folder, 'data', 'secret'), 'another secret');
    await expect(restore()).rejects.toThrow(/has a secret already.*Nothing was changed/);
    expect(await contentOf(target.url)).toEqual({});
  });

  test('replaces a secret together with its copy, which would be used instead', async () => {
    await backUp();
    const path = join(folder, 'data', 'secret');
    await mkdir(join(folder, 'data'));
    const own = storedSecret(path);
    await rm(path);
    await expect(restore()).rejects.toThrow(/has a secret already.*Nothing was changed/);
    expect(storedSecret(path)).toBe(own);
    await restore({ replace: true });
    const reports: string[] = [];
    const secret = storedSecret(path, (sentence) => reports.push(sentence));
    expect(secret).toBe(await readFile(join(service.config.DATA_DIR, 'secret'), 'utf8'));
    expect(reports).toEqual([]);
  });

  test('whose files can’t be put in their place keeps them, and says what to do', async () => {
    await backUp();
    const path = join(folder, 'data', 'secret');
    // A folder in the way can’t be replaced by a file.
    await mkdir(join(path, 'inside'), { recursive: true });
    const refused = restore({ replace: true });
    await expect(refused).rejects.toThrow(RestoreIncomplete);
    await expect(refused).rejects.toThrow(
      `Move ${path}.restored.tmp to ${path} (remove ${path}.copy), then start the service.`,
    );
    expect(await contentOf(target.url)).toEqual(await contentOf(service.databaseUrl));
    expect(await readFile(`${path}.restored.tmp`, 'utf8')).toBe(
      await readFile(join(service.config.DATA_DIR, 'secret'), 'utf8'),
    );
    expect(await readdir(join(folder, 'data', 'outbox'))).toEqual(['one.eml']);
  });

  test('refuses a database that another program uses', async () => {
    await backUp();
    await withClient(target.url, async () => {
      await expect(restore()).rejects.toThrow('Stop the service, then restore.');
    });
  });

  test('refuses a file that was cut or changed anywhere, and changes nothing', async () => {
    await backUp();
    const whole = await readFile(file);
    const cuts = [0, 10, 19, 40, Math.floor(whole.length / 2), whole.length - 80, whole.length - 1];
    for (const length of cuts) {
      await writeFile(file, whole.subarray(0, length));
      await expect(restore()).rejects.toThrow(RestoreRefused);
    }
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 60)) {
      const changed = Buffer.from(whole);
      changed[at]! ^= 0x40;
      await writeFile(file, changed);
      await expect(restore()).rejects.toThrow(
        /can’t be restored\. .* Nothing was changed: use another backup\./,
      );
    }
    await writeFile(file, Buffer.concat([whole, Buffer.from('more')]));
    await expect(restore()).rejects.toThrow('Something was added at its end.');
    expect(await contentOf(target.url)).toEqual({});
    await expect(readdir(join(folder, 'data'))).rejects.toThrow('ENOENT');
  });

  test('brings a backup of earlier tables up to date', async () => {
    const earlier = await freshDatabase();
    const count = await withClient(earlier.url, async (client) => {
      const present = await withClient(service.databaseUrl, (other) =>
        other.query<{ hash: string; created_at: string }>(
          'select * from drizzle.__drizzle_migrations order by id',
        ),
      );
      const applied = present.rows.map(({ hash, created_at }) => ({ hash, millis: Number(created_at) }));
      await migrationSteps(applied.slice(0, 4))!.before(client);
      await client.query("insert into users (id, email) values ('u1', 'old@example.org')");
      return applied.length;
    });
    await backUp(earlier.url);
    await restore();
    const fresh = await contentOf(target.url);
    expect(Object.keys(fresh)).toEqual(Object.keys(await contentOf(service.databaseUrl)));
    expect(fresh.users).toContain('old@example.org');
    const { rows } = await withClient(target.url, (client) =>
      client.query<{ count: number }>('select count(*)::int as count from drizzle.__drizzle_migrations'),
    );
    expect(rows[0]!.count).toBe(count);
    await earlier.drop();
  });

  test('refuses a backup of a newer program', async () => {
    const newer = await freshDatabase(process.env.TEST_DATABASE_TEMPLATE);
    await withClient(newer.url, (client) =>
      client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('f00', 9e12)"),
    );
    await backUp(newer.url);
    await expect(restore()).rejects.toThrow('was written by a newer version of this program');
    expect(await contentOf(target.url)).toEqual({});
    await newer.drop();
  });
});

/** Records the path of each file and folder that is synced, and whether `target` was there by then. */
async function recordSyncs(target: string) {
  const handle = await open(folder, 'r');
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const synced: { path: string; isThere: boolean }[] = [];
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(function (this: FileHandle) {
    synced.push({ path: readlinkSync(`/proc/self/fd/${this.fd}`), isThere: existsSync(target) });
    return this.datasync();
  });
  onTestFinished(() => spy.mockRestore());
  return synced;
}

test.runIf(process.platform === 'linux')(
  'a backup and its restore are durable when they report success',
  async () => {
    const written = await recordSyncs(file);
    await backUp();
    expect(written).toEqual([
      { path: `${file}.part`, isThere: false },
      { path: folder, isThere: true },
    ]);
    vi.restoreAllMocks();
    const data = join(folder, 'data');
    const secret = join(data, 'secret');
    const restored = await recordSyncs(secret);
    await restore();
    expect(restored).toEqual([
      { path: `${secret}.restored.tmp`, isThere: false },
      { path: join(data, 'outbox', 'one.eml.restored.tmp'), isThere: false },
      // The new folders are names in folders, too.
      ...[data, folder, join(data, 'outbox')].map((path) => ({ path, isThere: true })),
    ]);
  },
);

test('a backup whose migration of record groups had its first wording is restored', async () => {
  const hash = '4743a7ae3e1511a5369ea970af2f211e7ea45b3cfc43b30aaf5786cd278a73de';
  const { rows } = await service.database.execute<{ hash: string; millis: string }>(
    'select hash, created_at as millis from drizzle.__drizzle_migrations order by created_at',
  );
  const applied = rows.map((row) => ({ hash: row.hash, millis: Number(row.millis) }));
  const groups = applied.findIndex(({ millis }) => millis === 1_795_601_590_970);
  expect(migrationSteps(applied.with(groups, { ...applied[groups]!, hash }))).not.toBeNull();
  expect(migrationSteps(applied.with(groups - 1, { ...applied[groups - 1]!, hash }))).toBeNull();
});
