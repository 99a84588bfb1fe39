/** Access to the local databases with a time limit; callers never fail because of them. */
import { storageStatus, storageStatusOf } from './storageStatus.ts';

/** For data that can be fetched or created again. */
const defaultTimeoutMs = 1000;
/** For data that are stored nowhere else. */
export const longTimeoutMs = 5000;
/** Late responses can come from a busy machine or slow loading of code; after this time the database counts as lost. */
const lostAfterMs = 10_000;

const lateAfter = (timeoutMs: number) =>
  new Promise<'late'>((resolve) => {
    setTimeout(() => resolve('late'), timeoutMs);
  });

/**
 * Runs a database task. If the database was closed meanwhile, runs it once more; after another failure the page works
 * from memory. Reports failures to `storageStatus`, and never throws.
 * @param task - opens the database itself.
 * @returns undefined if the database is unavailable or late.
 */
export async function withTimeout<T>(
  task: () => Promise<T>,
  timeoutMs = defaultTimeoutMs,
): Promise<T | undefined> {
  const status = storageStatus.get();
  if (status !== null && status !== 'full') return undefined;
  try {
    return await inTime(task(), timeoutMs).catch((thrown: unknown) => {
      if (storageStatusOf(thrown) !== 'lost') throw thrown;
      return inTime(task(), timeoutMs);
    });
  } catch (thrown) {
    storageStatus.report(storageStatusOf(thrown));
    return undefined;
  }
}

async function inTime<T>(attempt: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  // A late response counts too, but its value is dropped.
  void attempt.then(storageStatus.answered, () => undefined);
  const first = await Promise.race([attempt.then((value) => ({ value })), lateAfter(timeoutMs)]);
  if (first !== 'late') return first.value;
  if (storageStatus.late() >= lostAfterMs) storageStatus.report('lost');
  return undefined;
}
