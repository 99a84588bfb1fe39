/** Retries: with exponential backoff, or at once after a conflict. */
import pRetry, { AbortError } from 'p-retry';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { isUnsignable } from './accessLog/refusals.ts';

/** Half a second to a second, doubled with each attempt up to 8 seconds. Randomized, so that jobs don't all retry at once. */
export const retryDelays = { minTimeout: 500, factor: 2, maxTimeout: 8_000, randomize: true };

/** The delay before a retry, by {@link retryDelays}; the first retry is number 0. */
export function retryDelayMs(retry: number): number {
  const { minTimeout, factor, maxTimeout } = retryDelays;
  return Math.min(maxTimeout, minTimeout * factor ** retry * (1 + Math.random()));
}

/** Attempts at a change that conflicts with changes of others. */
const maxConflictAttempts = 20;

/** Repeats a change while the service answers that another change came first (409). */
export const retryOnConflict = <Result>(change: () => Promise<Result>): Promise<Result> =>
  pRetry(change, {
    retries: maxConflictAttempts - 1,
    minTimeout: 0,
    shouldRetry: ({ error }) => error instanceof HttpProblem && error.status === 409 && !isUnsignable(error),
  });

/** Rethrows an error in a way that {@link retryOnConflict} doesn't repeat what failed. */
export function rethrowWithoutRetry(error: unknown): never {
  throw error instanceof Error ? new AbortError(error) : error;
}
