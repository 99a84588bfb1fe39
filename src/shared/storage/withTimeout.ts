/** The one way to the local databases: waiting for them is limited, and no caller fails because of them. */
import { storageStatus, storageStatusOf } from './storageStatus.ts';

/** For what can be fetched or made again; milliseconds. */
const usualTimeoutMs = 1000;
/** For what is nowhere else, so that a slow disk is worth waiting for; milliseconds. */
export const longTimeoutMs = 5000;
/** Late answers are a busy machine, or a slow line that brings the database's code; none for so long is none at all. Milliseconds. */
const lostAfterMs = 10_000;

const after = (timeoutMs: number) =>
  new Promise<'late'>((resolve) => {
    setTimeout(() => resolve('late'), timeoutMs);
  });

/**
 * Do something in a database. What fails because the database was closed meanwhile is done once more in the one that is
 * opened next; after that, and after anything else, the page works from memory.
 * @param task - opens what it needs itself.
 * @param timeoutMs - how long to wait for it, in milliseconds.
 * @returns undefined when the database is out of reach.
 */
export async function withTimeout<T>(
  task: () => Promise<T>,
  timeoutMs = usualTimeoutMs,
): Promise<T | undefined> {
  const found = storageStatus.get();
  if (found !== null && found !== 'full') return undefined;
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
  // Late or not, it is an answer. What comes of a late one is nobody's any more.
  void attempt.then(storageStatus.answered, () => undefined);
  const first = await Promise.race([attempt.then((value) => ({ value })), after(timeoutMs)]);
  if (first !== 'late') return first.value;
  if (storageStatus.late() >= lostAfterMs) storageStatus.report('lost');
  return undefined;
}
