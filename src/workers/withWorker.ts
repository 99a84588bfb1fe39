/** Where workers are lent: one task, one worker, gone when the task is over. */
import { wrap, type Remote } from 'comlink';

/**
 * Lend a fresh worker to one task. It is gone when the promise settles, however it settles.
 * @param hire - makes the worker.
 * @param signal - aborting it kills the worker in mid-task; the promise rejects with its reason.
 */
export async function withWorker<Api, T>(
  hire: () => Worker,
  task: (api: Remote<Api>) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted();
  const worker = hire();
  const over = new AbortController();
  const once = { once: true, signal: over.signal };
  const lost = new Promise<never>((_, reject) => {
    const broken = ({ message }: ErrorEvent) =>
      reject(new Error(message || 'A worker could not be started. Reload the page and try again.'));
    worker.addEventListener('error', broken, once);
    signal.addEventListener('abort', () => reject(signal.reason as Error), once);
  });
  try {
    return await Promise.race([task(wrap<Api>(worker)), lost]);
  } finally {
    over.abort();
    worker.terminate();
  }
}
