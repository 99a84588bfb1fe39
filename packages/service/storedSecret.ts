/** Secrets that are generated on the first run and stored in the data folder, each with a checksummed copy. */
import { createHash, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { copyPath, type ReportProblem } from '@cloakroom/server-kit/mirroredFile.ts';
import { StorageError, ignoreStorageError, storageErrorOf } from '@cloakroom/server-kit/storageError.ts';

const secretPattern = /^\S{32,}$/;

/**
 * Reads the secret from a file, or generates it. If several programs start at once, one generates it and all read it. A
 * damaged or missing file or copy is restored from the other one.
 * @param report - called for a damaged file, with what was done.
 * @throws {Error} a sentence that names the file, if both are damaged. {StorageError} if it can't be read or written.
 */
export function storedSecret(file: string, report: ReportProblem = () => undefined): string {
  const copy = copyPath(file);
  const [fileText, copyText] = [readFile(file), readFile(copy)];
  const fileSecret =
    fileText instanceof StorageError || fileText === null || !secretPattern.test(fileText) ? null : fileText;
  const copySecret = typeof copyText === 'string' ? parseCopy(copyText) : null;
  const secret = copySecret ?? fileSecret;
  if (secret === null) {
    for (const error of [fileText, copyText]) if (error instanceof StorageError) throw error;
    if (fileText === null && copyText === null) return generateSecret(file, report);
    throw new Error(
      `The secret in ${file} is damaged, and so is its copy ${copy}. Put a backup of the file in its place and remove the copy, then start again.`,
    );
  }
  if (fileSecret !== secret) report(restore(file, copy, fileText, () => replace(file, secret)));
  // A file written before copies were introduced gets its copy without a report.
  else if (copySecret === null) {
    const write = () => replace(copy, withChecksum(secret));
    if (copyText === null) write();
    else report(restore(copy, file, copyText, write));
  }
  return secret;
}

function generateSecret(file: string, report: ReportProblem): string {
  const secret = randomBytes(32).toString('base64url');
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeFileSync(temporary, secret, { mode: 0o600, flag: 'wx' });
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw storageErrorOf(error, file) ?? error;
  } finally {
    rmSync(temporary, { force: true });
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

/** Replaces one of the two files. @returns false if it can't be written: the other one is used meanwhile. */
function replace(path: string, text: string): boolean {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, path);
    return true;
  } catch (error) {
    ignoreStorageError(error);
    return false;
  }
}

/** Restores one of the two files, and returns a sentence about it. */
function restore(
  path: string,
  from: string,
  found: string | null | StorageError,
  write: () => boolean,
): string {
  if (found instanceof StorageError) return `${found.message} ${from} is used instead, and nothing is lost.`;
  const damage = found === null ? 'was missing' : 'was damaged';
  const outcome = write() ? `It was restored from ${from}` : `${from} is used instead`;
  return `${path} ${damage}. ${outcome}, and nothing is lost.`;
}

const digestOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
const withChecksum = (secret: string) => `${secret} ${digestOf(secret)}\n`;

function parseCopy(text: string): string | null {
  const [secret = '', digest] = text.split(' ');
  return secretPattern.test(secret) && digestOf(secret) === digest ? secret : null;
}
