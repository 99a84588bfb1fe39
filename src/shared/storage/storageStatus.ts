/** What keeps this page from the browser's databases, if anything: then it works from memory, and says so once. */
import { createEmitter } from '#src/shared/emitter.ts';

/**
 * `absent`: the browser gives the page none. `newer`: a newer console has made them. `blocked`: an older one, open in another
 * tab, doesn't let go. `full`: there is no more room. `lost`: they were closed under our feet, or don't answer.
 */
export type StorageStatus = 'absent' | 'newer' | 'blocked' | 'full' | 'lost';

/** A database that a newer console has made: nothing in it is touched. */
export class NewerVersionError extends Error {}
/** A database that waits for another tab. */
export class BlockedError extends Error {}

/** The status before anything was found. */
export function createStorageStatus() {
  const { emit, subscribe } = createEmitter();
  let present: StorageStatus | null = null;
  let lateSince: number | null = null;
  return {
    get: (): StorageStatus | null => present,
    /** The first one stands until the page is loaded anew: what was kept in memory since would be missing in a database. */
    report(found: StorageStatus): void {
      if (present !== null) return;
      present = found;
      emit();
    },
    subscribe,
    /** A database has answered. */
    answered: (): void => {
      lateSince = null;
    },
    /** A database was late. @returns for how many milliseconds it has been so since the last answer. */
    late(): number {
      lateSince ??= performance.now();
      return performance.now() - lateSince;
    },
    /** For a page that starts anew without being loaded: a test. */
    forget(): void {
      present = null;
      emit();
    },
  };
}

/** The status of this page or worker, as the browser's own storage: one per global scope. */
export const storageStatus = createStorageStatus();

const absent = new Set([
  'MissingAPIError',
  'SecurityError',
  'InvalidAccessError',
  'ReferenceError',
  'TypeError',
]);

/** Dexie wraps what the browser throws, sometimes twice. */
const inner = (thrown: object): unknown => ('inner' in thrown ? thrown.inner : undefined);

/** What a database's refusal amounts to. */
export function storageStatusOf(thrown: unknown): StorageStatus {
  for (let at = thrown; at instanceof Error || at instanceof DOMException; at = inner(at)) {
    if (at instanceof NewerVersionError || at.name === 'VersionError') return 'newer';
    if (at instanceof BlockedError) return 'blocked';
    if (at.name === 'QuotaExceededError') return 'full';
    if (absent.has(at.name)) return 'absent';
  }
  return 'lost';
}
