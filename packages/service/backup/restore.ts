/** Restores a backup into a database, completely or not at all. */
import { pipeline } from 'node:stream/promises';
import pg, { type ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { connectionOptions, type DatabaseAddress } from '../db/address.ts';
import { hasSecret, StagedFiles, type BackupFolders } from './backupFiles.ts';
import { BackupDamaged, readFrames, type Frame, type FrameKind } from './frames.ts';
import { migrationSteps } from './migrations.ts';
import { filledTables, quoted, tablesOf } from './tables.ts';
import { checkBackup, type CheckedBackup, type CheckedSection } from './verify.ts';

/** A refused restore; the message has the reason and the next step. Nothing was changed. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused';
}

/** The summary of a restore. */
export type RestoreReport = {
  created: string;
  rows: number;
  tables: number;
  files: number;
  /** The addresses of the stores that the database names. It reads them, and changes them only after it has adopted them. */
  stores: string[];
};

type Options = {
  /** Whether existing data of the database and the folders may be replaced. */
  replace?: boolean;
};

/**
 * Restores a backup: verifies the whole file, then creates, fills and migrates the tables in one transaction. Files are
 * renamed after the commit.
 * @param address - of a database without other connections.
 * @throws {RestoreRefused} if the file is damaged or of a newer program, the database is in use, or it isn't empty and
 *   `replace` isn't set; errors of the database or the disk. Nothing is changed then. {RestoreIncomplete} if the database
 *   is restored and a file can't be renamed.
 */
export async function restoreBackup(
  address: string | DatabaseAddress,
  folders: BackupFolders,
  path: string,
  { replace = false }: Options = {},
): Promise<RestoreReport> {
  const backup = await checkBackup(path).catch((error: unknown) => {
    if (error instanceof BackupDamaged)
      throw new RestoreRefused(
        `${path} can’t be restored. ${error.message} Nothing was changed: use another backup.`,
        {
          cause: error,
        },
      );
    throw error;
  });
  const client = new pg.Client({ ...connectionOptions(address), connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  const files = new StagedFiles(folders);
  try {
    await requireAlone(client);
    const report = await fillDatabase();
    await files.commit();
    await client.query('analyze');
    return { ...report, created: backup.header.created };
  } finally {
    await client.end();
  }

  async function fillDatabase() {
    try {
      await client.query('begin');
      await dropTables(client, replace);
      if (!replace) await requireNoSecret(folders, backup);
      const report = await fill(client, backup, path, files);
      await client.query('commit');
      return report;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      await files.discard();
      throw error;
    }
  }
}

async function requireAlone(client: ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  if (rowCount)
    throw new RestoreRefused(
      'Another program uses this database. Stop the service, then restore. Nothing was changed.',
    );
}

/** An existing secret must not be replaced unasked: the service's sessions and links depend on it. */
async function requireNoSecret(folders: BackupFolders, { header }: CheckedBackup): Promise<void> {
  if (header.files.includes('secret') && (await hasSecret(folders.data)))
    throw new RestoreRefused(
      `The data folder ${folders.data} has a secret already. Nothing was changed. Restore into an empty data folder, or add --replace to put the backup’s secret in its place.`,
    );
}

/** @throws {RestoreRefused} if a table has rows and `replace` isn't set. */
async function dropTables(client: ClientBase, replace: boolean): Promise<void> {
  await client.query(`set local lock_timeout = '10s'`);
  const filled = await filledTables(client);
  if (filled.length > 0 && !replace)
    throw new RestoreRefused(
      `The database isn’t empty: it has rows in ${filled.slice(0, 5).join(', ')}. Nothing was changed. Restore into an empty database, or add --replace to delete what is there.`,
    );
  for (const { name } of await tablesOf(client)) await client.query(`drop table ${quoted(name)} cascade`);
  await client.query('drop schema if exists drizzle cascade');
}

async function fill(
  client: ClientBase,
  { header, sections }: CheckedBackup,
  path: string,
  files: StagedFiles,
): Promise<Omit<RestoreReport, 'created'>> {
  const steps = migrationSteps(header.migrations);
  if (!steps)
    throw new RestoreRefused(
      `${path} was written by a newer version of this program, or by another one. Nothing was changed: restore it with the version that wrote it.`,
    );
  await steps.before(client);
  const frames = readFrames(path);
  const counts = { rows: 0, tables: 0, files: 0 };
  try {
    for (const section of sections) {
      await expectFrame(frames, 'B');
      if (section.kind === 'table') {
        counts.tables++;
        counts.rows += await copyInto(client, section, contentOf(frames));
      } else if (await files.add(section, await bytesOf(contentOf(frames)))) counts.files++;
    }
    await expectFrame(frames, 'Z');
  } finally {
    await frames.return(undefined);
  }
  await steps.after(client);
  return { ...counts, stores: await disownStores(client) };
}

/**
 * Gives the database other tokens than the stores have, so that a copy deletes no object that the original names. Also if it replaces the
 * original: it doesn't name what was stored since the backup.
 * @returns the addresses of the stores.
 */
async function disownStores(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ url: string }>(
    `update stores set token = replace(gen_random_uuid()::text, '-', '') returning url`,
  );
  return rows.map(({ url }) => url).sort();
}

const bytesOf = async (content: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
};

/**
 * Fills a table with rows in PostgreSQL's binary COPY format.
 * @returns the number of rows. @throws {RestoreRefused} if it differs from the backup's.
 */
async function copyInto(
  client: ClientBase,
  { name, columns, rows }: Extract<CheckedSection, { kind: 'table' }>,
  content: AsyncIterable<Buffer>,
): Promise<number> {
  const list = columns.map(quoted).join(', ');
  const stream = client.query(copyFrom(`copy ${quoted(name)} (${list}) from stdin (format binary)`));
  await pipeline(content, stream);
  if (stream.rowCount !== rows)
    throw new RestoreRefused(
      `The database took ${stream.rowCount} rows of the ${rows} of ${name}. Nothing was changed.`,
    );
  return rows;
}

/** Reads the next frame, which must be of this kind; the header is skipped. */
async function expectFrame(frames: AsyncGenerator<Frame, undefined>, kind: FrameKind): Promise<void> {
  for (;;) {
    const { value, done } = await frames.next();
    if (!done && value.kind === 'H') continue;
    if (done || value.kind !== kind) throw new RestoreRefused(changedMeanwhile);
    return;
  }
}

/** The data of the current section, up to its end. */
async function* contentOf(frames: AsyncGenerator<Frame, undefined>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value, done } = await frames.next();
    if (done) throw new RestoreRefused(changedMeanwhile);
    if (value.kind === 'E') return;
    yield value.bytes;
  }
}

const changedMeanwhile = 'The backup was changed while it was restored. Nothing was restored.';
