/** The one way to the local databases: nobody waits for them for long, and nothing fails because of them. */
import { storageStatus, storageStatusOf } from './storageStatus.ts';

/** For what can be fetched or made again; milliseconds. */
const usualPatience = 1000;
/** For what is nowhere else, so that a slow disk is worth waiting for; milliseconds. */
export const longTimeoutMs = 5000;
/** Late answers are a busy machine, or a slow line that brings the database's code; none for so long is none at all. Milliseconds. */
const silence = 10_000;
/** When the first one was late since the last answer. */
let lateSince: number | null = null;
const answered = () => {
  lateSince = null;
};

const after = (patience: number) =>
  new Promise<'late'>((resolve) => {
    setTimeout(() => resolve('late'), patience);
  });

/**
 * Do something in a database. What fails because the database was closed meanwhile is done once more in the one that is
 * opened next; after that, and after anything else, the page works from memory.
 * @param task - opens what it needs itself.
 * @param patience - how long to wait for it, in milliseconds.
 * @returns undefined when the database is out of reach.
 */
export async function withTimeout<T>(
  task: () => Promise<T>,
  patience = usualPatience,
): Promise<T | undefined> {
  const found = storageStatus.get();
  if (found !== null && found !== 'full') return undefined;
  try {
    return await inTime(task(), patience).catch((thrown: unknown) => {
      if (storageStatusOf(thrown) !== 'lost') throw thrown;
      return inTime(task(), patience);
    });
  } catch (thrown) {
    storageStatus.report(storageStatusOf(thrown));
    return undefined;
  }
}

async function inTime<T>(attempt: Promise<T>, patience: number): Promise<T | undefined> {
  // Late or not, it is an answer. What comes of a late one is nobody's any more.
  void attempt.then(answered, () => undefined);
  const first = await Promise.race([attempt.then((value) => ({ value })), after(patience)]);
  if (first !== 'late') return first.value;
  lateSince ??= performance.now();
  if (performance.now() - lateSince >= silence) storageStatus.report('lost');
  return undefined;
}
