/** Repeats a task that failed for a temporary reason. */
import pRetry from 'p-retry';

export type RetryOptions = {
  /** How often the task is repeated. */
  retryLimit: number;
  shouldRetry: (error: Error) => boolean;
  /** The wait before a repeat; the first one is number 0. */
  retryDelayMs: (retry: number, error: Error) => number;
  signal?: AbortSignal | undefined;
};

/**
 * Runs a task until it succeeds, fails with a permanent error, or has been repeated `retryLimit` times.
 * @throws what the last try throws; the signal's reason once it is aborted.
 */
export const retry = <T>(task: () => Promise<T>, options: RetryOptions): Promise<T> =>
  pRetry(task, {
    retries: options.retryLimit,
    // p-retry only knows delays that grow by a factor: the wait happens here, and p-retry continues without a delay.
    minTimeout: 0,
    shouldRetry: async ({ error, retriesConsumed }) => {
      if (!options.shouldRetry(error)) return false;
      await new Promise((resolve) => setTimeout(resolve, options.retryDelayMs(retriesConsumed, error)));
      return true;
    },
    ...(options.signal && { signal: options.signal }),
  });

/** The first wait before a repeat, and by what each further one is longer. */
export const retryDelays = { firstMs: 300, factor: 3 };

/** Milliseconds before a repeat without a Retry-After header, by {@link retryDelays}. */
export const retryDelayMs = (retry: number): number => retryDelays.firstMs * retryDelays.factor ** retry;
