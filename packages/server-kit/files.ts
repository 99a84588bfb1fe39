/** Small private files, written atomically: a crash leaves either the old or the new content. */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { dirname, join } from 'node:path';
import { storageErrorOf } from './storageError.ts';

/** The text of a file, or null if it does not exist. @throws {StorageError} if it can't be read. */
export async function readFileIfExists(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw storageErrorOf(error, path) ?? error;
  }
}

/** Whether a file exists. Also true if that can't be found out: reading the file then throws the reason. */
export async function fileExists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    if (storageErrorOf(error, path)) return true;
    throw error;
  }
}

/** Replaces or creates a file that only its owner can read. @throws {StorageError} if it can't be written. */
export async function replaceFile(path: string, text: string): Promise<void> {
  try {
    await writeAtomically(path, text, rename);
  } catch (error) {
    throw storageErrorOf(error, path) ?? error;
  }
}

/**
 * Creates a file that only its owner can read. @returns false if it exists; it is left unchanged.
 * @throws {StorageError} if it can't be written.
 */
export async function createFile(path: string, text: string): Promise<boolean> {
  try {
    await writeAtomically(path, text, link);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw storageErrorOf(error, path) ?? error;
  }
}

/**
 * Removes temporary files that a killed program has left. No other program may be writing to them.
 * @param name - the prefix of their names.
 */
export async function removeTemporaryFiles(folder: string, name = ''): Promise<void> {
  const names = (await readdir(folder)).filter((file) => file.startsWith(name) && file.endsWith('.tmp'));
  for (const file of names) await rm(join(folder, file), { force: true });
}

/**
 * Renames a damaged file to `<name>.damaged-<time>`, so that it can be inspected.
 * @returns the new path; null if it can't be renamed.
 */
export async function setAside(path: string): Promise<string | null> {
  const aside = `${path}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  return rename(path, aside).then(
    () => aside,
    () => null,
  );
}

/** Writes a temporary file, syncs it, then renames or links it to its name in one step. */
async function writeAtomically(
  path: string,
  text: string,
  commit: (from: string, to: string) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await commit(temporary, path);
    await syncFolder(dirname(path));
  } finally {
    // A file that remains is removed at the next start. This error must not hide the first one.
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** Syncs a folder. Before that, a rename in it is not durable. Windows has no such call and needs none. */
export async function syncFolder(path: string): Promise<void> {
  if (platform() === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
