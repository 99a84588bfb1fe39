/** Restores a backup into a database, all of it or nothing. */
import { pipeline } from 'node:stream/promises';
import pg, { type ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { hasSecret, StagedFiles, type Folders } from './folders.ts';
import { BackupDamaged, readFrames, type Frame, type FrameKind } from './frames.ts';
import { migrationSteps } from './migrations.ts';
import { filledTables, quoted, tablesOf } from './tables.ts';
import { checkBackup, type CheckedBackup, type CheckedSection } from './verify.ts';

/** A restore that was refused, with the reason and the next step as sentences. Nothing was changed. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused';
}

/** What was restored, for a person to read. */
export type RestoreReport = { created: string; rows: number; tables: number; files: number };

type Options = {
  /** Whether what the database and the folders hold may be replaced. */
  replace?: boolean;
};

/**
 * Restores a backup: checks the whole file first, then makes the tables, fills them, and brings them up to this program's
 * version, in one transaction. Files get their names after it.
 * @param url - a database without other users.
 * @throws {RestoreRefused} when the file is damaged or of a newer program, when the database is in use, or when it isn't
 *   empty and nothing says that it may be replaced; what the database or the disk refuses. Nothing is changed then.
 */
export async function restoreBackup(
  url: string,
  folders: Folders,
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
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  const files = new StagedFiles(folders);
  try {
    await requireAlone(client);
    await client.query('begin');
    await makeRoom(client, replace);
    if (!replace) await requireNoSecret(folders, backup);
    const report = await fill(client, backup, path, files);
    await client.query('commit');
    await files.bring();
    await client.query('analyze');
    return { ...report, created: backup.header.created };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    await files.discard();
    throw error;
  } finally {
    await client.end();
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

/** A service that ran here has a secret of its own, and its sessions and links hang on it. */
async function requireNoSecret(folders: Folders, { header }: CheckedBackup): Promise<void> {
  if (header.files.includes('secret') && (await hasSecret(folders.data)))
    throw new RestoreRefused(
      `The data folder ${folders.data} has a secret already. Nothing was changed. Restore into an empty data folder, or add --replace to put the backup’s secret in its place.`,
    );
}

async function makeRoom(client: ClientBase, replace: boolean): Promise<void> {
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
      await nextOf(frames, 'B');
      if (section.kind === 'table') {
        counts.tables++;
        counts.rows += await copyInto(client, section, contentOf(frames));
      } else if (await files.add(section, await bytesOf(contentOf(frames)))) counts.files++;
    }
    await nextOf(frames, 'Z');
  } finally {
    await frames.return(undefined);
  }
  await steps.after(client);
  return counts;
}

const bytesOf = async (content: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
};

/**
 * Fills a table with rows in PostgreSQL's binary COPY format.
 * @returns how many the database took. @throws {RestoreRefused} when they are not as many as were backed up.
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

/** The frame of this kind that comes next, after the header where that is passed. */
async function nextOf(frames: AsyncGenerator<Frame, undefined>, kind: FrameKind): Promise<void> {
  for (;;) {
    const { value, done } = await frames.next();
    if (!done && value.kind === 'H') continue;
    if (done || value.kind !== kind) throw new RestoreRefused(changedMeanwhile);
    return;
  }
}

/** The bytes of the section that has begun, up to its end. */
async function* contentOf(frames: AsyncGenerator<Frame, undefined>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value, done } = await frames.next();
    if (done) throw new RestoreRefused(changedMeanwhile);
    if (value.kind === 'E') return;
    yield value.bytes;
  }
}

const changedMeanwhile = 'The backup was changed while it was restored. Nothing was restored.';
