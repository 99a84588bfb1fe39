/** Hides by time what an answer must not say. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the longest way through what it hides takes on a machine that isn't overloaded. */
const leastMs = 100;

/** A tenth of a second from now on: what is awaited together with it takes no less. */
export const minimumDuration = (): Promise<void> => sleep(leastMs);

/** Do the work, and be done no sooner than after a tenth of a second: quick ways through it look like slow ones. */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), minimumDuration()]);
  return result;
}
