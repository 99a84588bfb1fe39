/** The outbox: one `.eml` file a mail, for a machine without a mail server. */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../newId.ts';

const folderOf = (dataDir: string) => join(dataDir, 'outbox');
const shown = 200;

/** Keep a finished message. Written aside and renamed: no reader ever sees half a mail. */
export async function keepInOutbox(dataDir: string, message: Buffer): Promise<void> {
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${newId()}.eml`);
  await writeFile(`${file}.part`, message, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

/** The latest messages as written, newest first. */
export async function readOutbox(dataDir: string): Promise<string[]> {
  const names = await readdir(folderOf(dataDir)).catch(() => []);
  const latest = names
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse()
    .slice(0, shown);
  return Promise.all(latest.map((name) => readFile(join(folderOf(dataDir), name), 'utf8')));
}
