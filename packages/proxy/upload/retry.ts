/** When to try again: soon at first, then less and less often, never all at once. */
import { setTimeout as sleep } from 'node:timers/promises';

const [first, longest] = [500, 8_000];

/** Milliseconds before attempt `tries` (from 1): 0.5 s, doubling up to 8 s, each up to a quarter shorter by chance. */
export const retryDelayMs = (tries: number): number =>
  Math.min(longest, first * 2 ** (tries - 1)) * (1 - Math.random() / 4);

/** Wait for the next attempt. @throws the signal's reason when it is aborted. */
export const waitBeforeRetry = (tries: number, signal: AbortSignal): Promise<void> =>
  sleep(retryDelayMs(tries), undefined, { signal });
