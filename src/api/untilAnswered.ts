/** Sends again what nothing answered, a little later each time: for reading, and for changes that carry a key of their own. */
import { connection } from '#src/lib/connection.ts';
import { Failure } from '#src/lib/failure.ts';

const passing = new Set(['offline', 'unavailable']);
const most = 3;

/** Whether, after so many repeats, it is worth another one. */
export const worthRepeating = (repeats: number, thrown: unknown): boolean =>
  repeats < most && passing.has(Failure.from(thrown).code);

/** How long to wait before a repeat, in milliseconds; the first one is number 0. */
export const pauseBefore = (repeat: number): number => 300 * 3 ** repeat;

/** Do a task until it is answered, or not worth repeating, or nobody seems to be there. @throws what the last try throws. */
export async function untilAnswered<T>(task: () => Promise<T>, repeat = 0): Promise<T> {
  try {
    return await task();
  } catch (thrown) {
    if (!worthRepeating(repeat, thrown) || connection.get() !== 'online') throw thrown;
    await new Promise((resolve) => {
      setTimeout(resolve, pauseBefore(repeat));
    });
    return untilAnswered(task, repeat + 1);
  }
}
