/** The one way to the local databases: nobody waits for them for long, and nothing fails because of them. */
import { trouble, troubleOf } from './trouble.ts';

/** For what can be fetched or made again; milliseconds. */
const usualPatience = 1000;
/** For what is nowhere else, so that a slow disk is worth waiting for; milliseconds. */
export const longPatience = 5000;
/** One late answer is a busy machine; so many in a row are a database that doesn't answer. */
const tooOften = 3;
let late = 0;

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
export async function reach<T>(task: () => Promise<T>, patience = usualPatience): Promise<T | undefined> {
  const found = trouble.get();
  if (found !== null && found !== 'full') return undefined;
  try {
    return await inTime(task(), patience).catch((thrown: unknown) => {
      if (troubleOf(thrown) !== 'lost') throw thrown;
      return inTime(task(), patience);
    });
  } catch (thrown) {
    trouble.report(troubleOf(thrown));
    return undefined;
  }
}

async function inTime<T>(attempt: Promise<T>, patience: number): Promise<T | undefined> {
  const first = await Promise.race([attempt.then((value) => ({ value })), after(patience)]);
  if (first !== 'late') {
    late = 0;
    return first.value;
  }
  // What comes of it later is nobody's any more.
  void attempt.catch(() => undefined);
  late += 1;
  if (late >= tooOften) trouble.report('lost');
  return undefined;
}
