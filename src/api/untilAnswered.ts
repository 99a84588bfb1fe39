/** Sends again what nothing answered, a little later each time: for reading, and for changes that carry a key of their own. */
import { isPassing } from '#src/lib/failure.ts';

const most = 3;

/** Whether, after so many repeats, it is worth another one. */
export const worthRepeating = (repeats: number, thrown: unknown): boolean =>
  repeats < most && isPassing(thrown);

/** How long to wait before a repeat, in milliseconds; the first one is number 0. */
export const pauseBefore = (repeat: number): number => 300 * 3 ** repeat;

/**
 * Do a task until it is answered or not worth repeating.
 * @param worthwhile - asked before each repeat.
 * @throws what the last try throws.
 */
export async function untilAnswered<T>(
  task: () => Promise<T>,
  worthwhile: () => boolean = () => true,
  repeat = 0,
): Promise<T> {
  try {
    return await task();
  } catch (thrown) {
    if (!worthRepeating(repeat, thrown) || !worthwhile()) throw thrown;
    await new Promise((resolve) => {
      setTimeout(resolve, pauseBefore(repeat));
    });
    return untilAnswered(task, worthwhile, repeat + 1);
  }
}
