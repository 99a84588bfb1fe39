/** `npm run backup -- <file or folder>` and `npm run restore -- <file>`: the service's data in one file, and back. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnvFile } from '@cloakroom/server-kit/envFile.ts';
import { writeBackup } from '@cloakroom/service/backup/backup.ts';
import type { BackupFolders } from '@cloakroom/service/backup/backupFiles.ts';
import { restoreBackup } from '@cloakroom/service/backup/restore.ts';
import { readSettings, withDatabase } from './serviceDatabase.ts';
import { portTaken } from './stack.ts';

const usage = `npm run backup -- <file or folder> [--keyrings]
npm run restore -- <file> [--replace] [--keyrings]

--keyrings   the sealed keyrings of this machine's proxy too, without their passphrase files
--replace    delete what the database and the data folder hold`;

/** A folder gets a file named by the time. @throws {Error} when the file is there already. */
function targetOf(target: string): string {
  const place = resolve(target);
  const isFolder = existsSync(place) && statSync(place).isDirectory();
  const name = `cloakroom-${new Date()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')}.backup`;
  const file = isFolder ? join(place, name) : place;
  if (existsSync(file)) throw new Error(`There is a file ${file} already. Name another one.`);
  return file;
}

async function main(args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { keyrings: { type: 'boolean' }, replace: { type: 'boolean' } },
  });
  const [verb, path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new Error(usage);
  const settings = readSettings(process.env);
  const folders: BackupFolders = {
    data: settings.data,
    ...(values.keyrings ? { keyrings: settings.keyrings } : {}),
  };
  if (verb === 'backup') {
    if (!settings.database.url && !existsSync(settings.data))
      throw new Error(
        `There is no data folder ${settings.data}. Set DATA_DIR or DATABASE_URL as for the service.`,
      );
    const file = targetOf(path);
    const { rows, tables, files, bytes, objects } = await withDatabase(settings, (address) =>
      writeBackup(address, folders, file),
    );
    const retention =
      settings.storeRetentionMs === 0
        ? ' STORE_RETENTION is 0, so an object that is removed from now on would be missing after a restore.'
        : '';
    const missing =
      objects > 0
        ? `\nThe sealed bytes of ${objects} objects are not in it: copy the folder or bucket as well.${retention}`
        : '';
    return `Backed up ${rows} rows of ${tables} tables and ${files} files, ${bytes} bytes: ${file}\nIt isn’t sealed: keep it where only you can read it.${missing}`;
  }
  if (verb !== 'restore') throw new Error(usage);
  const file = resolve(path);
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  if (!settings.database.url && (await portTaken(settings.servicePort)))
    throw new Error(`A program listens on port ${settings.servicePort}. Stop the service, then restore.`);
  const { replace = false } = values;
  const { created, rows, tables, files, stores } = await withDatabase(settings, (address) =>
    restoreBackup(address, folders, file, { replace }),
  );
  const ownership =
    stores.length > 0
      ? `\nThe restored database reads the sealed bytes in ${stores.join(' and ')}, and changes nothing there. For a drill, leave STORE_URL empty. If it takes the place of the former database: stop every service of that one, run \`npm run store -- adopt\`, and only then start the service.`
      : '';
  return `Restored the backup of ${created}: ${rows} rows of ${tables} tables and ${files} files.${ownership}\nStart the service. Proxies that have seen newer content refuse this one until an owner of each schema accepts it on its page of records.`;
}

readEnvFile();
try {
  console.log(await main(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
