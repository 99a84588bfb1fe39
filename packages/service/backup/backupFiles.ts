/** The files of a backup: lists them, and stages them at a restore. */
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileExists, syncFolder } from '@cloakroom/server-kit/files.ts';
import { copyPath } from '@cloakroom/server-kit/mirroredFile.ts';

/** The service's data folder, and optionally a proxy's folder of keyrings. */
export type BackupFolders = { data: string; keyrings?: string | undefined };

/** A file of a backup. `path` is relative to its folder; `source` is the path to read. */
export type BackupFile = { folder: keyof BackupFolders; path: string; source: string };

const mailFolders = ['outbox', 'unsent'];

/**
 * The service's secret, its mails, and sealed keyrings. Files with passphrases beside the keyrings are left out: with
 * them, a stolen backup would open the keyrings.
 */
export async function filesOf({ data, keyrings }: BackupFolders): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  const add = async (folder: keyof BackupFolders, root: string, path: string) => {
    const source = join(root, path);
    const stats = await stat(source).catch(() => null);
    if (stats?.isFile()) files.push({ folder, path, source });
  };
  await add('data', data, 'secret');
  for (const folder of mailFolders)
    for (const name of await namesIn(join(data, folder), /\.(eml|json)$/))
      await add('data', data, join(folder, name));
  if (keyrings !== undefined)
    for (const name of await namesIn(keyrings, /\.json$/)) await add('keyrings', keyrings, name);
  return files;
}

const namesIn = async (folder: string, pattern: RegExp): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => pattern.test(name)).sort();

/** Whether a path in a backup is one that {@link filesOf} returns; refuses path traversal. */
const isKnownPath = (folder: keyof BackupFolders, path: string): boolean =>
  folder === 'keyrings'
    ? /^[\w-]+\.json$/.test(path)
    : path === 'secret' || /^(outbox|unsent)\/[\w.-]+\.(eml|json)$/.test(path);

/** Whether the data folder has a secret, or the copy of one. */
export async function hasSecret(data: string): Promise<boolean> {
  const secret = join(data, 'secret');
  return (await fileExists(secret)) || (await fileExists(copyPath(secret)));
}

/** The database was restored, and some files were not put in their place. The message names them and the next step. */
export class RestoreIncomplete extends Error {
  override readonly name = 'RestoreIncomplete';
}

/** Writes files of a backup to temporary names, and renames all of them at the end. */
export class StagedFiles {
  readonly #folders: BackupFolders;
  readonly #staged: { from: string; to: string }[] = [];
  /** Folders with new names. */
  readonly #changed = new Set<string>();

  constructor(folders: BackupFolders) {
    this.#folders = folders;
  }

  /** @returns false for a file of a folder that isn't restored, or with an unknown path. */
  async add({ folder, path }: Omit<BackupFile, 'source'>, bytes: Buffer): Promise<boolean> {
    const root = this.#folders[folder];
    if (root === undefined || !isKnownPath(folder, path)) return false;
    const to = join(root, path);
    const made = await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    this.#changed.add(dirname(to));
    if (made !== undefined) this.#changed.add(dirname(made));
    const from = `${to}.restored.tmp`;
    const file = await open(from, 'w', 0o600);
    try {
      await file.chmod(0o600);
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    this.#staged.push({ from, to });
    return true;
  }

  /**
   * Puts each file in its place; durable when this resolves. The copy of a former file is removed before: programs would use it instead.
   * @throws {RestoreIncomplete} if some can't be renamed; they are left under their temporary names.
   */
  async commit(): Promise<void> {
    const failures: { step: string; error: unknown }[] = [];
    for (const { from, to } of this.#staged) {
      try {
        await rm(copyPath(to), { force: true });
        await rename(from, to);
      } catch (error) {
        failures.push({ step: `Move ${from} to ${to} (remove ${copyPath(to)})`, error });
      }
    }
    for (const folder of this.#changed) await syncFolder(folder);
    const [first] = failures;
    if (!first) return;
    const steps = failures.map(({ step }) => step).join('. ');
    throw new RestoreIncomplete(
      `The database was restored, but ${failures.length} of ${this.#staged.length} files were not: ${(first.error as Error).message}. ${steps}, then start the service.`,
      { cause: first.error },
    );
  }

  async discard(): Promise<void> {
    for (const { from } of this.#staged) await rm(from, { force: true });
  }
}
