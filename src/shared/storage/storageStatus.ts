/** Why IndexedDB is unavailable, if it is. The page then works from memory, and shows a notice. */
import { createEmitter } from '#src/shared/emitter.ts';

/**
 * `absent`: the browser provides none. `newer`: created by a newer console. `blocked`: an older console in another tab
 * keeps it open. `full`: the disk is full. `lost`: it was closed unexpectedly, or does not respond.
 */
export type StorageStatus = 'absent' | 'newer' | 'blocked' | 'full' | 'lost';

/** The database was created by a newer console, and must not be changed. */
export class NewerVersionError extends Error {}
/** The database is blocked by another tab. */
export class BlockedError extends Error {}

export function createStorageStatus() {
  const { emit, subscribe } = createEmitter();
  let current: StorageStatus | null = null;
  let lateSince: number | null = null;
  return {
    get: (): StorageStatus | null => current,
    /** The first status stays until a reload, since data stored in memory since are missing in the database. */
    report(status: StorageStatus): void {
      if (current !== null) return;
      current = status;
      emit();
    },
    subscribe,
    /** A database has responded. */
    answered: (): void => {
      lateSince = null;
    },
    /** A database was late. @returns the milliseconds since the first late response in a row. */
    late(): number {
      lateSince ??= performance.now();
      return performance.now() - lateSince;
    },
    /** Resets the status in tests. */
    forget(): void {
      current = null;
      emit();
    },
  };
}

/** The status of this page or worker: one per global scope. */
export const storageStatus = createStorageStatus();

const absentErrors = new Set([
  'MissingAPIError',
  'SecurityError',
  'InvalidAccessError',
  'ReferenceError',
  'TypeError',
]);

/** Dexie wraps what the browser throws, sometimes twice. */
const inner = (thrown: object): unknown => ('inner' in thrown ? thrown.inner : undefined);

/** Converts an error of a database. */
export function storageStatusOf(thrown: unknown): StorageStatus {
  for (let at = thrown; at instanceof Error || at instanceof DOMException; at = inner(at)) {
    if (at instanceof NewerVersionError || at.name === 'VersionError') return 'newer';
    if (at instanceof BlockedError) return 'blocked';
    if (at.name === 'QuotaExceededError') return 'full';
    if (absentErrors.has(at.name)) return 'absent';
  }
  return 'lost';
}
