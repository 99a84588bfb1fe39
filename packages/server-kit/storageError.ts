/** Disk errors as sentences: the file, the reason, and what to do. */
import { HttpProblem } from './problem.ts';

const checkDisk = 'Check that disk, then try again.';
const grantAccess = 'Let the user that runs this program read and write there, then try again.';
const freeSpace = 'Make room on that disk, then try again.';
const reasons: Record<string, [reason: string, advice: string]> = {
  ENOSPC: ['the disk is full', freeSpace],
  EFBIG: ['the disk is full', freeSpace],
  EDQUOT: ['the quota of this program’s user is used up', freeSpace],
  EROFS: ['the disk is read-only', 'Make that disk writable, then try again.'],
  EACCES: ['permission is denied', grantAccess],
  EPERM: ['permission is denied', grantAccess],
  EIO: ['the disk reports an input/output error', checkDisk],
  ENXIO: ['the disk is gone', checkDisk],
  ENODEV: ['the disk is gone', checkDisk],
  ESTALE: ['the network disk is gone', checkDisk],
  EISDIR: ['there is a folder where a file belongs', 'Move that folder away, then try again.'],
  ENOTDIR: ['there is a file where a folder belongs', 'Move that file away, then try again.'],
  EMFILE: ['too many files are open', 'Try again in a moment.'],
  ENFILE: ['too many files are open', 'Try again in a moment.'],
};
const fullDiskCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** System calls whose errors are not disk errors. */
const nonDiskSyscalls = new Set(['connect', 'listen', 'bind', 'getaddrinfo', 'kill']);

/** A file or folder that can't be read or written at present. Its content is not damaged. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: string;
  readonly path: string;
  /** The reason, as a clause. */
  readonly reason: string;

  constructor(code: string, path: string, cause: unknown) {
    const [reason, advice] = reasons[code] ?? ['the disk fails', checkDisk];
    super(`${path} can’t be used: ${reason} (${code}). ${advice}`, { cause });
    this.code = code;
    this.path = path;
    this.reason = reason;
  }

  /** Whether there is no room left. */
  get isFull(): boolean {
    return fullDiskCodes.has(this.code);
  }
}

/**
 * Converts a disk error to a {@link StorageError}; null for any other error.
 * @param path - of the file; by default the path in the error.
 */
export function storageErrorOf(error: unknown, path?: string): StorageError | null {
  if (error instanceof StorageError) return error;
  const { code, syscall, path: pathInError } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined || !Object.hasOwn(reasons, code)) return null;
  if (syscall !== undefined && nonDiskSyscalls.has(syscall)) return null;
  return new StorageError(code, path ?? pathInError ?? 'The data folder', error);
}

/** Handles the failure of a step that may fail because of the disk. @throws any other error. */
export function ignoreStorageError(error: unknown): void {
  if (!storageErrorOf(error)) throw error;
}

/**
 * The problem for the caller: 507 if the disk is full, else 503; null if it is not a disk error.
 * @param outcome - the result of the call, as a sentence.
 */
export function storageProblem(error: unknown, outcome?: string, path?: string): HttpProblem | null {
  const storage = storageErrorOf(error, path);
  if (!storage) return null;
  const detail = outcome === undefined ? storage.message : `${outcome} ${storage.message}`;
  return new HttpProblem(storage.isFull ? 507 : 503, detail, {
    cause: error,
    headers: { 'Retry-After': '8' },
  });
}
