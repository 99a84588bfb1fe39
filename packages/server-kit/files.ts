/** Small private files, written so that a crash at any moment leaves the old one or the new one, whole. */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { platform } from 'node:os';
import { dirname, join } from 'node:path';
import { storageErrorOf } from './storageError.ts';

/** The text of a file, or null when there is none. @throws {StorageError} when the disk doesn't give it. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw storageErrorOf(error, path) ?? error;
  }
}

/** Replace a file, or make it; readable by its owner alone. @throws {StorageError} when the disk doesn't take it. */
export async function replaceFile(path: string, text: string): Promise<void> {
  try {
    await place(path, text, rename);
  } catch (error) {
    throw storageErrorOf(error, path) ?? error;
  }
}

/**
 * Make a file, readable by its owner alone. False when there already is one; that one stays as it is.
 * @throws {StorageError} when the disk doesn't take it.
 */
export async function createFile(path: string, text: string): Promise<boolean> {
  try {
    await place(path, text, link);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw storageErrorOf(error, path) ?? error;
  }
}

/**
 * Remove what a program that died was writing beside its files.
 * @param name - how those files' names begin. Nobody may be writing one meanwhile.
 */
export async function sweepUnfinished(folder: string, name = ''): Promise<void> {
  const left = (await readdir(folder)).filter((file) => file.startsWith(name) && file.endsWith('.tmp'));
  for (const file of left) await rm(join(folder, file), { force: true });
}

/**
 * Rename a damaged file to `<name>.damaged-<time>`, so that it can still be looked at.
 * @returns the new path; null when it can't be renamed.
 */
export async function setAside(path: string): Promise<string | null> {
  const aside = `${path}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  return rename(path, aside).then(
    () => aside,
    () => null,
  );
}

/** Write beside the target, make it durable, then bring it to its name in one step. */
async function place(
  path: string,
  text: string,
  bring: (from: string, to: string) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await open(beside, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await bring(beside, path);
    await syncFolder(dirname(path));
  } finally {
    // What stays is swept at the next start; the first error is the one that counts.
    await rm(beside, { force: true }).catch(() => undefined);
  }
}

/** A new name is durable only once its folder is. Windows has no such call and needs none. */
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
