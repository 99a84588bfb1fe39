/** Damages every file of the service's data folder in turn; the database's own files as a group. */
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { storedSecret } from '@cloakroom/service/storedSecret.ts';
import { startEmbeddedDatabase } from '@cloakroom/service/db/embedded.ts';
import type { MailMessage } from '@cloakroom/service/modules/mail/mailMessage.ts';
import { storeInOutbox, readOutbox } from '@cloakroom/service/modules/mail/outbox.ts';
import { openUnsent } from '@cloakroom/service/modules/mail/unsent.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { damages } from './support/damages.ts';

vi.mock('node:fs/promises', async (original) =>
  (await import('#tests/support/faultyDisk.ts')).faulty(await original()),
);
vi.mock('node:fs', async (original) =>
  (await import('#tests/support/faultyDisk.ts')).faultySync(await original()),
);

const mail = { to: 'zoe@example.org', subject: 'Welcome', text: 'https://a.example/?x=1\n' };
const table: string[] = [];

const folder = await temporaryFolder();
const secrets = {
  secret: storedSecret(join(folder, 'secret')),
  'database-password': storedSecret(join(folder, 'database-password')),
};
await storeInOutbox(folder, { from: 'c@localhost', ...mail });
const unsent = openUnsent(
  folder,
  () => Promise.resolve(),
  () => undefined,
);
await unsent.enqueue(mail, new Error('away'));
unsent.close();
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  .sort();
const nameOf = (file: string) => file.replace(/\/.*[.](eml|json)/, '/<mail>.$1');

afterAll(() => {
  if (process.env.SHOW_TABLE) console.log(table.join('\n'));
});

describe.each(files)('%s', (file) => {
  test.each(damages)('%s', async (damage, apply) => {
    const copy = await temporaryFolder();
    await cp(folder, copy, { recursive: true });
    const repair = await apply(join(copy, file));
    const reports: string[] = [];
    const onReport = (report: string) => void reports.push(report);
    try {
      for (const [name, secret] of Object.entries(secrets))
        expect(storedSecret(join(copy, name), onReport)).toBe(secret);
      expect(await readOutbox(copy)).toMatchObject([shownMail]);
      const sent: MailMessage[] = [];
      const deliver = (one: MailMessage) => Promise.resolve(void sent.push(one));
      const queue = openUnsent(copy, deliver, onReport, 5);
      await expect.poll(() => sent, pollTimeout).toContainEqual(mail);
      await new Promise((resolve) => setTimeout(resolve, 30));
      queue.close();
      expect(sent).toEqual([mail]);
      table.push([nameOf(file), damage, reports.join(' ').replaceAll(`${copy}/`, '')].join(' | '));
      expect(reports.join('\n')).not.toMatch(/^\s+at /m);
      const isSilent = file.startsWith('outbox') || (damage === 'removed' && file.endsWith('.copy'));
      if (!isSilent && damage !== 'unwritable') expect(reports.join('\n')).toContain(join(copy, file));
    } finally {
      if (typeof repair === 'function') (repair as () => unknown)();
    }
  });
});

const shownMail = { to: mail.to, subject: mail.subject, text: mail.text.trim() };

test('names the secret and the remedy if a secret and its copy are damaged', async () => {
  const copy = await temporaryFolder();
  const file = join(copy, 'secret');
  storedSecret(file);
  for (const path of [file, `${file}.copy`]) await writeFile(path, '');
  expect(() => storedSecret(file)).toThrow(/secret is damaged, and so is its copy .* Put a backup/);
});

test('reads a secret of an earlier version and writes its copy', async () => {
  const copy = await temporaryFolder();
  const file = join(copy, 'secret');
  await writeFile(file, 's'.repeat(43));
  expect(storedSecret(file)).toBe('s'.repeat(43));
  await writeFile(file, '');
  expect(storedSecret(file, () => undefined)).toBe('s'.repeat(43));
});

test('reports a mail that is damaged together with its copy, and does not send it', async () => {
  const copy = await temporaryFolder();
  await cp(folder, copy, { recursive: true });
  for (const file of files.filter((name) => /^(outbox|unsent)/.test(name)))
    await writeFile(join(copy, file), 'To: eve@example.org');
  const [shown] = await readOutbox(copy);
  expect(shown?.subject).toBe('A mail that can’t be read');
  expect(shown?.text).toContain(join(copy, 'outbox'));
  const reports: string[] = [];
  const sent: MailMessage[] = [];
  const deliver = (one: MailMessage) => Promise.resolve(void sent.push(one));
  const queue = openUnsent(copy, deliver, (report) => reports.push(report), 5);
  await expect.poll(() => reports, pollTimeout).toHaveLength(1);
  queue.close();
  expect(reports[0]).toMatch(
    /^A mail that was to be sent is damaged, .*unsent.* has to request it again[.]$/,
  );
  expect(sent).toEqual([]);
});

describe('the files of the embedded database', async () => {
  const dataDir = await temporaryFolder();
  let cluster: string;
  beforeAll(async () => {
    const database = await startEmbeddedDatabase({ dataDir, port: 0 });
    cluster = join(database.home, 'postgres');
    await database.stop();
  });
  const startResult = () =>
    startEmbeddedDatabase({ dataDir, port: 0 }).then(
      async (database) => {
        await database.stop();
        return 'started';
      },
      (error: unknown) => (error as Error).message,
    );

  test('without PG_VERSION are startResult with the folder and the next step', async () => {
    await rename(join(cluster, 'PG_VERSION'), join(cluster, 'PG_VERSION.away'));
    const report = await startResult();
    await rename(join(cluster, 'PG_VERSION.away'), join(cluster, 'PG_VERSION'));
    expect(report).toMatch(/^The database in .*postgres is damaged: .*Put a backup/);
    table.push(`postgres/PG_VERSION | removed | ${report}`);
  });

  test('with an emptied control file are startResult with PostgreSQL’s message and the path of the log', async () => {
    const control = join(cluster, 'global', 'pg_control');
    await cp(control, `${control}.away`);
    await truncate(control, 0);
    const report = await startResult();
    await writeFile(control, await readFile(`${control}.away`));
    await rm(`${control}.away`);
    expect(report).toMatch(/^The database in .*postgres doesn't start. The end of its log .*postgres.log:/);
    expect(report).toContain('pg_control');
    table.push(`postgres/global/pg_control | emptied | ${report.replaceAll('\n', ' ')}`);
  });

  test('that are missing are not replaced by an empty database', async () => {
    await rename(cluster, `${cluster}.away`);
    const report = await startResult();
    expect(existsSync(cluster)).toBe(false);
    await rename(`${cluster}.away`, cluster);
    expect(report).toMatch(/^The folder of the database, .* is missing.*Put the folder back/);
    table.push(`postgres | removed | ${report}`);
  });

  test('start again once they are restored', async () => {
    await mkdir(join(dataDir, 'arriving'), { recursive: true });
    expect(await startResult()).toBe('started');
  });
});
