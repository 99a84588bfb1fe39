/** The files that belong to a backup beside the database. */
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where files lie: the service's data folder, and, where they are wanted, a proxy's keyrings. */
export type Folders = { data: string; keyrings?: string | undefined };

/** A file of a backup. `path` is relative to its folder. */
export type BackedFile = { folder: keyof Folders; path: string; place: string };

const mails = ['outbox', 'unsent'];

/**
 * The service's secret, its mails, and sealed keyrings. The files of passphrases that lie beside keyrings are left out: with
 * them, a found backup would open the keyrings.
 */
export async function filesOf({ data, keyrings }: Folders): Promise<BackedFile[]> {
  const files: BackedFile[] = [];
  const add = async (folder: keyof Folders, root: string, path: string) => {
    const place = join(root, path);
    const found = await stat(place).catch(() => null);
    if (found?.isFile()) files.push({ folder, path, place });
  };
  await add('data', data, 'secret');
  for (const folder of mails)
    for (const name of await namesIn(join(data, folder), /\.(eml|json)$/))
      await add('data', data, join(folder, name));
  if (keyrings !== undefined)
    for (const name of await namesIn(keyrings, /\.json$/)) await add('keyrings', keyrings, name);
  return files;
}

const namesIn = async (folder: string, pattern: RegExp): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => pattern.test(name)).sort();

/** Whether a path of a backup is one that {@link filesOf} names, and leads nowhere else. */
const isKnownPath = (folder: keyof Folders, path: string): boolean =>
  folder === 'keyrings'
    ? /^[\w-]+\.json$/.test(path)
    : path === 'secret' || /^(outbox|unsent)\/[\w.-]+\.(eml|json)$/.test(path);

/** Whether the data folder has a secret. */
export const hasSecret = (data: string): Promise<boolean> =>
  stat(join(data, 'secret')).then(
    () => true,
    () => false,
  );

/** Writes files of a backup beside their places, and brings all of them to their names at once. */
export class StagedFiles {
  readonly #folders: Folders;
  readonly #staged: { from: string; to: string }[] = [];

  constructor(folders: Folders) {
    this.#folders = folders;
  }

  /** @returns false for a file that has no place here: one of a folder that isn't restored, or of no backup's. */
  async add({ folder, path }: Omit<BackedFile, 'place'>, bytes: Buffer): Promise<boolean> {
    const root = this.#folders[folder];
    if (root === undefined || !isKnownPath(folder, path)) return false;
    const to = join(root, path);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    const from = `${to}.restored.tmp`;
    await writeFile(from, bytes, { mode: 0o600 });
    await chmod(from, 0o600);
    this.#staged.push({ from, to });
    return true;
  }

  async bring(): Promise<void> {
    for (const { from, to } of this.#staged) await rename(from, to);
  }

  async discard(): Promise<void> {
    for (const { from } of this.#staged) await rm(from, { force: true });
  }
}
