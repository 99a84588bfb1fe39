/** Secrets that the service makes on its first run and keeps in its data folder, each with a copy that has a checksum. */
import { createHash, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { copyOf, type Report } from '@cloakroom/server-kit/mirroredFile.ts';
import { StorageError, storageErrorOf } from '@cloakroom/server-kit/storageError.ts';

const plausible = /^\S{32,}$/;

/**
 * The secret kept in a file; of several programs that start at once, one makes it and all read it. A damaged or missing one
 * of file and copy is restored from the other.
 * @param report - takes which of the two was damaged, and what became of it.
 * @throws {Error} a sentence that names the file, when both are damaged. {StorageError} when the disk doesn't give or take it.
 */
export function storedSecret(file: string, report: Report = () => undefined): string {
  const copy = copyOf(file);
  const [text, checked] = [readFile(file), readFile(copy)];
  const own = text instanceof StorageError || text === null || !plausible.test(text) ? null : text;
  const copied = typeof checked === 'string' ? secretOf(checked) : null;
  const secret = copied ?? own;
  if (secret === null) {
    for (const one of [text, checked]) if (one instanceof StorageError) throw one;
    if (text === null && checked === null) return makeSecret(file, report);
    throw new Error(
      `The secret in ${file} is damaged, and so is its copy ${copy}. Put a backup of the file in its place and remove the copy, then start again.`,
    );
  }
  if (own !== secret) report(restored(file, copy, text, () => place(file, secret)));
  // A file from before there were copies gets its copy without a word.
  else if (copied === null) {
    const write = () => place(copy, withChecksum(secret));
    if (checked === null) write();
    else report(restored(copy, file, checked, write));
  }
  return secret;
}

function makeSecret(file: string, report: Report): string {
  const fresh = randomBytes(32).toString('base64url');
  const beside = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeFileSync(beside, fresh, { mode: 0o600, flag: 'wx' });
    linkSync(beside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw storageErrorOf(error, file) ?? error;
  } finally {
    rmSync(beside, { force: true });
  }
  return storedSecret(file, report);
}

function readFile(path: string): string | null | StorageError {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    const storage = storageErrorOf(error, path);
    if (storage) return storage;
    throw error;
  }
}

/** Replace one of the two. @returns whether the disk has taken it: the other one serves meanwhile. */
function place(path: string, text: string): boolean {
  const beside = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeFileSync(beside, text, { mode: 0o600, flag: 'wx' });
    renameSync(beside, path);
    return true;
  } catch (error) {
    if (!storageErrorOf(error)) throw error;
    return false;
  }
}

function restored(
  path: string,
  from: string,
  found: string | null | StorageError,
  write: () => boolean,
): string {
  if (found instanceof StorageError) return `${found.message} ${from} is used instead, and nothing is lost.`;
  const what = found === null ? 'was missing' : 'was damaged';
  const end = write() ? `It was restored from ${from}` : `${from} is used instead`;
  return `${path} ${what}. ${end}, and nothing is lost.`;
}

const digestOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
const withChecksum = (secret: string) => `${secret} ${digestOf(secret)}\n`;

function secretOf(text: string): string | null {
  const [secret = '', digest] = text.split(' ');
  return plausible.test(secret) && digestOf(secret) === digest ? secret : null;
}
