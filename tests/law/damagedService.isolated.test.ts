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

const letter = { to: 'zoe@example.org', subject: 'Welcome', text: 'https://a.example/?x=1\n' };
const table: string[] = [];

const folder = await temporaryFolder();
const secrets = {
  secret: storedSecret(join(folder, 'secret')),
  'database-password': storedSecret(join(folder, 'database-password')),
};
await storeInOutbox(folder, { from: 'c@localhost', ...letter });
const unsent = openUnsent(
  folder,
  () => Promise.resolve(),
  () => undefined,
);
await unsent.enqueue(letter, new Error('away'));
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
    const own = await temporaryFolder();
    await cp(folder, own, { recursive: true });
    const mend = await apply(join(own, file));
    const sentences: string[] = [];
    const report = (sentence: string) => void sentences.push(sentence);
    try {
      for (const [name, secret] of Object.entries(secrets))
        expect(storedSecret(join(own, name), report)).toBe(secret);
      expect(await readOutbox(own)).toMatchObject([letterShown]);
      const sent: MailMessage[] = [];
      const deliver = (one: MailMessage) => Promise.resolve(void sent.push(one));
      const queue = openUnsent(own, deliver, report, 5);
      await expect.poll(() => sent, pollTimeout).toContainEqual(letter);
      await new Promise((resolve) => setTimeout(resolve, 30));
      queue.close();
      expect(sent).toEqual([letter]);
      table.push([nameOf(file), damage, sentences.join(' ').replaceAll(`${own}/`, '')].join(' | '));
      expect(sentences.join('\n')).not.toMatch(/^\s+at /m);
      const isSilent = file.startsWith('outbox') || (damage === 'removed' && file.endsWith('.copy'));
      if (!isSilent && damage !== 'unwritable') expect(sentences.join('\n')).toContain(join(own, file));
    } finally {
      if (typeof mend === 'function') (mend as () => unknown)();
    }
  });
});

const letterShown = { to: letter.to, subject: letter.subject, text: letter.text.trim() };

test('refuses a secret that is damaged together with its copy, with its name and what to do', async () => {
  const own = await temporaryFolder();
  const file = join(own, 'secret');
  storedSecret(file);
  for (const path of [file, `${file}.copy`]) await writeFile(path, '');
  expect(() => storedSecret(file)).toThrow(/secret is damaged, and so is its copy .* Put a backup/);
});

test('reads a secret of an earlier version and writes its copy', async () => {
  const own = await temporaryFolder();
  const file = join(own, 'secret');
  await writeFile(file, 's'.repeat(43));
  expect(storedSecret(file)).toBe('s'.repeat(43));
  await writeFile(file, '');
  expect(storedSecret(file, () => undefined)).toBe('s'.repeat(43));
});

test('reports a mail that is damaged together with its copy, and does not send it', async () => {
  const own = await temporaryFolder();
  await cp(folder, own, { recursive: true });
  for (const file of files.filter((name) => /^(outbox|unsent)/.test(name)))
    await writeFile(join(own, file), 'To: eve@example.org');
  const [shown] = await readOutbox(own);
  expect(shown?.subject).toBe('A mail that can’t be read');
  expect(shown?.text).toContain(join(own, 'outbox'));
  const sentences: string[] = [];
  const sent: MailMessage[] = [];
  const deliver = (one: MailMessage) => Promise.resolve(void sent.push(one));
  const queue = openUnsent(own, deliver, (sentence) => sentences.push(sentence), 5);
  await expect.poll(() => sentences, pollTimeout).toHaveLength(1);
  queue.close();
  expect(sentences[0]).toMatch(/^A mail that was to be sent is damaged, .*unsent.* ask for it again[.]$/);
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
  const refused = () =>
    startEmbeddedDatabase({ dataDir, port: 0 }).then(
      async (database) => {
        await database.stop();
        return 'started';
      },
      (error: unknown) => (error as Error).message,
    );

  test('without PG_VERSION are refused with the folder and the next step', async () => {
    await rename(join(cluster, 'PG_VERSION'), join(cluster, 'PG_VERSION.away'));
    const sentence = await refused();
    await rename(join(cluster, 'PG_VERSION.away'), join(cluster, 'PG_VERSION'));
    expect(sentence).toMatch(/^The database in .*postgres is damaged: .*Put a backup/);
    table.push(`postgres/PG_VERSION | removed | ${sentence}`);
  });

  test('with an emptied control file are refused with PostgreSQL’s message and the path of the log', async () => {
    const control = join(cluster, 'global', 'pg_control');
    await cp(control, `${control}.away`);
    await truncate(control, 0);
    const sentence = await refused();
    await writeFile(control, await readFile(`${control}.away`));
    await rm(`${control}.away`);
    expect(sentence).toMatch(/^The database in .*postgres doesn't start. The end of its log .*postgres.log:/);
    expect(sentence).toContain('pg_control');
    table.push(`postgres/global/pg_control | emptied | ${sentence.replaceAll('\n', ' ')}`);
  });

  test('that are missing are not replaced by an empty database', async () => {
    await rename(cluster, `${cluster}.away`);
    const sentence = await refused();
    expect(existsSync(cluster)).toBe(false);
    await rename(`${cluster}.away`, cluster);
    expect(sentence).toMatch(/^The folder of the database, .* is missing.*Put the folder back/);
    table.push(`postgres | removed | ${sentence}`);
  });

  test('start again once they are restored', async () => {
    await mkdir(join(dataDir, 'arriving'), { recursive: true });
    expect(await refused()).toBe('started');
  });
});
