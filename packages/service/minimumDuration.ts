/** Makes code paths of different speed take the same time, against timing attacks. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the slowest path takes on a machine that isn't overloaded. */
export const minimumTime = { ms: 100 };

/** Resolves after {@link minimumTime}. */
export const minimumDuration = (): Promise<void> => sleep(minimumTime.ms);

/** Runs the work, and resolves no sooner than after {@link minimumTime}. */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), minimumDuration()]);
  return result;
}
