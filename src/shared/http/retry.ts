/** Retries of calls without a response: for reading, and for changes with an idempotency key. */
import { retry, retryDelayMs } from '@cloakroom/client/retry.ts';
import { isTransient } from '#src/shared/failure.ts';

const retryLimit = 3;

/** Options of queries and of mutations with an idempotency key. */
export const retryOptions = {
  retry: (failureCount: number, thrown: unknown): boolean => failureCount < retryLimit && isTransient(thrown),
  retryDelay: retryDelayMs,
};

/** Waits before a retry: from 0.5 s, doubling, to 8 s. */
export const backoff = (tries: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.min(8_000, 500 * 2 ** tries)));

/**
 * Runs a task, and repeats it after a delay while it fails with a transient failure.
 * @param shouldContinue - asked before each retry.
 * @throws what the last attempt throws.
 */
export const retryTransient = <T>(
  task: () => Promise<T>,
  shouldContinue: () => boolean = () => true,
): Promise<T> =>
  retry(task, { retryLimit, retryDelayMs, shouldRetry: (error) => isTransient(error) && shouldContinue() });
