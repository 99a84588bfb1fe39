/** Runs tasks in workers, one worker per task. */
import { wrap, type Remote } from 'comlink';

/**
 * Runs a task in a new worker, which is terminated when the promise settles.
 * @param signal - aborting it terminates the worker; the promise rejects with its reason.
 */
export async function withWorker<Api, T>(
  createWorker: () => Worker,
  task: (api: Remote<Api>) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted();
  const worker = createWorker();
  const settled = new AbortController();
  const once = { once: true, signal: settled.signal };
  const failed = new Promise<never>((_, reject) => {
    const onError = ({ message }: ErrorEvent) =>
      reject(new Error(message || 'A worker could not be started. Reload the page and try again.'));
    worker.addEventListener('error', onError, once);
    signal.addEventListener('abort', () => reject(signal.reason as Error), once);
  });
  try {
    return await Promise.race([task(wrap<Api>(worker)), failed]);
  } finally {
    settled.abort();
    worker.terminate();
  }
}
