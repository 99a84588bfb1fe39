/** Objects as files of a folder, for one machine or a shared disk. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { storageErrorOf } from '@cloakroom/server-kit/storageError.ts';
import {
  markerName,
  ObjectLost,
  StoreUnavailable,
  type ListedObject,
  type ObjectSource,
  type ObjectStore,
} from './objectStore.ts';

/** Files are written under this ending, and renamed when they are complete. */
const partEnding = '.part';
/** A read costs about as much as this many bytes more. */
const maxGapBytes = 16 * 1024;
/** A page in memory saves opening, reading and closing a file, each a turn of a thread. */
const pageBytes = 32 * 1024;

/** Runs a disk operation. @throws {ObjectLost} {@link StoreUnavailable} instead of errors of the disk; a full disk is its own. */
async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const storage = storageErrorOf(error);
    if (!storage || storage.isFull) throw error;
    throw new StoreUnavailable(`its folder can’t be used: ${storage.reason} (${storage.code})`, {
      cause: error,
    });
  }
}

/** Opens the folder of a `file:` URL. It has to exist: a disk that is not mounted must not look like an empty store. */
export function folderStore(url: string, folder: string): ObjectStore {
  const pathOf = (name: string) => join(folder, name);
  const requireMarker = async () => {
    const found = await stat(pathOf(markerName)).catch(nullIfMissing);
    if (!found) throw new StoreUnavailable('its folder is gone. Mount its disk');
  };
  return {
    url,
    maxGapBytes,
    pageBytes,
    concurrency: 16,
    check: () =>
      onDisk(async () => {
        const found = await stat(folder).catch(nullIfMissing);
        if (!found) throw new StoreUnavailable('there is no such folder. Make it, or mount its disk');
        if (!found.isDirectory()) throw new StoreUnavailable('it is not a folder');
        const probe = pathOf(`${randomUUID()}${partEnding}`);
        await (await open(probe, 'wx', 0o600)).close();
        await rm(probe);
      }),
    put: (name, source) =>
      onDisk(async () => {
        if (name !== markerName) await requireMarker();
        await writeDurably(pathOf(name), source);
      }),
    read: (name, at, length) =>
      onDisk(async () => {
        const file = await open(pathOf(name), 'r').catch(nullIfMissing);
        if (!file) {
          if (name !== markerName) await requireMarker();
          throw new ObjectLost(`The object ${name} is missing.`);
        }
        try {
          const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, at);
          if (bytesRead < length)
            throw new ObjectLost(`The object ${name} ends after ${at + bytesRead} bytes.`);
          return buffer;
        } finally {
          await file.close();
        }
      }),
    list: (prefix) => listFiles(folder, prefix),
    remove: (name) => onDisk(() => rm(pathOf(name), { force: true })),
    removePrefix: (prefix) =>
      onDisk(async () => {
        await requireMarker();
        const path = pathOf(prefix);
        const names = (await readdir(path).catch(nullIfMissing)) ?? [];
        for (const name of names) await rm(join(path, name), { force: true });
        // A file that is being written keeps its folder, and is swept later.
        await rmdir(path).catch(() => undefined);
        return names.length;
      }),
    close: () => undefined,
  };
}

const nullIfMissing = (error: unknown): null => {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
};

/** Writes a file under another name, and renames it when all its bytes are on the disk. */
async function writeDurably(path: string, source: ObjectSource): Promise<void> {
  const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (made !== undefined) await syncFolder(dirname(made));
  const part = `${path}.${randomUUID()}${partEnding}`;
  try {
    const file = await open(part, 'wx', 0o600);
    try {
      for await (const chunk of source.open()) await file.appendFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
}

async function* listFiles(folder: string, prefix: string): AsyncGenerator<ListedObject> {
  const entries = await onDisk(() => readdir(folder, { withFileTypes: true }));
  for (const entry of entries) {
    if (!entry.isDirectory()) {
      if (entry.name.startsWith(prefix)) yield* listed(folder, entry.name);
      continue;
    }
    const inside = `${entry.name}/`;
    if (!inside.startsWith(prefix) && !prefix.startsWith(inside)) continue;
    for (const name of await onDisk(() => readdir(join(folder, entry.name)).catch(() => [])))
      if (`${inside}${name}`.startsWith(prefix)) yield* listed(folder, `${inside}${name}`);
  }
}

async function* listed(folder: string, name: string): AsyncGenerator<ListedObject> {
  // A file may be deleted meanwhile.
  const found = await stat(join(folder, name)).catch(() => null);
  if (found) yield { name, modified: found.mtime };
}

/** Makes a new name in a folder durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
