/** Sends again what nothing answered, a little later each time: for reading, and for changes that carry a key of their own. */
import { retry, retryDelayMs } from '@cloakroom/client/retry.ts';
import { isTransient } from '#src/shared/failure.ts';

const retryLimit = 3;

/** Whether, after so many repeats, it is worth another one. */
export const shouldRetry = (repeats: number, thrown: unknown): boolean =>
  repeats < retryLimit && isTransient(thrown);

/**
 * Do a task until it is answered or not worth repeating.
 * @param worthwhile - asked before each repeat.
 * @throws what the last try throws.
 */
export const retryUntilAnswered = <T>(
  task: () => Promise<T>,
  worthwhile: () => boolean = () => true,
): Promise<T> =>
  retry(task, { retryLimit, retryDelayMs, shouldRetry: (error) => isTransient(error) && worthwhile() });
