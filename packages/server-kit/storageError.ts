/** Failures of a disk, in words: which file, why, and what to do. */
import { HttpProblem } from './problem.ts';

const check = 'Check that disk, then try again.';
const allow = 'Let the user that runs this program read and write there, then try again.';
const room = 'Make room on that disk, then try again.';
const reasons: Record<string, [reason: string, advice: string]> = {
  ENOSPC: ['the disk is full', room],
  EFBIG: ['the disk is full', room],
  EDQUOT: ['the quota of this program’s user is used up', room],
  EROFS: ['the disk is read-only', 'Make that disk writable, then try again.'],
  EACCES: ['permission is denied', allow],
  EPERM: ['permission is denied', allow],
  EIO: ['the disk reports an input/output error', check],
  ENXIO: ['the disk is gone', check],
  ENODEV: ['the disk is gone', check],
  ESTALE: ['the network disk is gone', check],
  EISDIR: ['a folder is in the place of a file', 'Move that folder away, then try again.'],
  ENOTDIR: ['a file is in the place of a folder', 'Move that file away, then try again.'],
  EMFILE: ['too many files are open', 'Try again in a moment.'],
  ENFILE: ['too many files are open', 'Try again in a moment.'],
};
const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** System calls whose errors are not a disk's. */
const elsewhere = new Set(['connect', 'listen', 'bind', 'getaddrinfo', 'kill']);

/** A file or folder that can't be read or written for now. Nothing is wrong with what it holds. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: string;
  readonly path: string;
  /** Why, as the middle of a sentence. */
  readonly reason: string;

  constructor(code: string, path: string, cause: unknown) {
    const [reason, advice] = reasons[code] ?? ['the disk fails', check];
    super(`${path} can’t be used: ${reason} (${code}). ${advice}`, { cause });
    this.code = code;
    this.path = path;
    this.reason = reason;
  }

  /** Whether there is no room left. */
  get isFull(): boolean {
    return full.has(this.code);
  }
}

/**
 * The storage error that a failure is; null for any other failure.
 * @param path - of the file; else the path that the failure names.
 */
export function storageErrorOf(error: unknown, path?: string): StorageError | null {
  if (error instanceof StorageError) return error;
  const { code, syscall, path: own } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined || !Object.hasOwn(reasons, code)) return null;
  if (syscall !== undefined && elsewhere.has(syscall)) return null;
  return new StorageError(code, path ?? own ?? 'The data folder', error);
}

/**
 * What a caller is answered: 507 when there is no room, 503 otherwise; null when the failure is no disk's.
 * @param outcome - what has become of the call, as a sentence.
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
