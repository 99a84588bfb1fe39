/** Reads of sealed bytes from a read replica. */
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Database } from './client.ts';

/**
 * Runs a read of bytes that never change once they are stored, such as headers and blocks of segments. A replica may answer it,
 * so the read must throw a 404 if anything is missing.
 */
export type ReadImmutable = <Result>(read: (database: Database) => Promise<Result>) => Promise<Result>;

/** How long a replica that failed is not used. */
export const replicaPause = { ms: 10_000 };

/**
 * Reads from the replica, and from the primary what the replica lacks or while it fails. Manifests, permissions, sessions and
 * groups of records, which change, are not read this way: a replica may be behind.
 * @param report - called with a sentence when the replica fails, and when it answers again.
 */
export function readImmutableFrom(
  primary: Database,
  replica: Database | undefined,
  report: (sentence: string) => void,
): ReadImmutable {
  if (!replica) return (read) => read(primary);
  const state = { isFailing: false, pausedUntil: 0 };
  return async (read) => {
    if (performance.now() < state.pausedUntil) return read(primary);
    // Only one read tries whether a failed replica answers again.
    if (state.isFailing) state.pausedUntil = performance.now() + replicaPause.ms;
    try {
      const result = await read(replica);
      succeeded();
      return result;
    } catch (error) {
      // The replica may be behind.
      if (error instanceof HttpProblem && error.status === 404) succeeded();
      else failed(error);
      return read(primary);
    }
  };

  function succeeded(): void {
    if (state.isFailing) report('The read replica answers again.');
    Object.assign(state, { isFailing: false, pausedUntil: 0 });
  }

  function failed(error: unknown): void {
    if (!state.isFailing)
      report(`The read replica failed: ${reasonOf(error)}. The primary answers until it works again.`);
    Object.assign(state, { isFailing: true, pausedUntil: performance.now() + replicaPause.ms });
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  if (cause instanceof Error) return reasonOf(cause);
  // The error for a host with several addresses has no message of its own.
  return message === '' ? 'it can’t be reached' : message;
}
