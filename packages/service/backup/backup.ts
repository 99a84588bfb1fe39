/** Writes a backup: a snapshot of all tables, and files of the data folder. The service may run meanwhile. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { syncFolder } from '@cloakroom/server-kit/files.ts';
import { connectionOptions, type DatabaseAddress } from '../db/address.ts';
import { filesOf, type BackupFolders } from './backupFiles.ts';
import { formatVersion, type Header, type SectionStart } from './format.ts';
import { FrameWriter } from './frames.ts';
import { appliedMigrations, quoted, tablesOf, type Table } from './tables.ts';

/** The summary of a written backup. */
export type BackupReport = {
  rows: number;
  tables: number;
  files: number;
  bytes: number;
  created: string;
  /** Objects with sealed bytes, of which the backup has the metadata only. */
  objects: number;
};

/**
 * Writes a backup to a new file, readable by its owner alone. The file gets its name when it is complete; it is durable when
 * this resolves.
 * @param address - of the database.
 * @param folders - the folders whose files are included.
 * @throws {Error} if the file exists, or the database has no tables; errors of the database or the disk.
 */
export async function writeBackup(
  address: string | DatabaseAddress,
  folders: BackupFolders,
  path: string,
): Promise<BackupReport> {
  const client = new pg.Client({ ...connectionOptions(address), connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  const temporary = `${path}.part`;
  await rm(temporary, { force: true });
  let writer: FrameWriter | null = null;
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const [tables, migrations] = [await tablesOf(client), await appliedMigrations(client)];
    if (migrations.length === 0)
      throw new Error('The database has no tables of this program: there is nothing to back up.');
    const files = await filesOf(folders);
    writer = await FrameWriter.create(temporary);
    const created = new Date().toISOString();
    const header: Header = {
      format: formatVersion,
      created,
      migrations,
      tables: tables.map(({ name }) => name),
      files: files.map(({ path: name }) => name),
    };
    await writer.json('H', header);
    const report = { rows: 0, tables: tables.length, files: 0, bytes: 0, created, objects: 0 };
    for (const table of tables) {
      const { rows, bytes } = await writeTable(writer, client, table);
      report.rows += rows;
      report.bytes += bytes;
      if (table.name === 'stored_objects') report.objects = rows;
    }
    await client.query('commit');
    for (const { folder, path: name, source } of files) {
      const written = await writeSection(
        writer,
        { kind: 'file', folder, path: name },
        createReadStream(source),
        () => 1,
      );
      report.files++;
      report.bytes += written.bytes;
    }
    await writer.end(tables.length + files.length);
    await rename(temporary, path);
    await syncFolder(dirname(path));
    return report;
  } catch (error) {
    await writer?.abort();
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

function writeTable(writer: FrameWriter, client: pg.Client, { name, columns }: Table) {
  const list = columns.map(quoted).join(', ');
  // PostgreSQL copies a partitioned table only by a query.
  const rows = `select ${list} from ${quoted(name)}`;
  const stream = client.query(copyTo(`copy (${rows}) to stdout (format binary)`));
  return writeSection(writer, { kind: 'table', name, columns }, stream, () => stream.rowCount);
}

async function writeSection(
  writer: FrameWriter,
  start: SectionStart,
  content: AsyncIterable<unknown>,
  rowsOf: () => number,
): Promise<{ rows: number; bytes: number }> {
  await writer.json('B', start);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    await writer.data(chunk);
  }
  const rows = rowsOf();
  await writer.json('E', { bytes, rows, sha256: hash.digest('hex') });
  return { rows, bytes };
}
