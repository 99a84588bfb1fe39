/** Where workers are lent: one task, one worker, gone when the task is over. */
import { wrap, type Remote } from 'comlink';

/**
 * Lend a fresh worker to one task. It is gone when the promise settles, however it settles.
 * @param hire - makes the worker.
 * @param signal - aborting it kills the worker in mid-task; the promise rejects with its reason.
 */
export async function borrow<Api, T>(
  hire: () => Worker,
  task: (api: Remote<Api>) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted();
  const worker = hire();
  const { promise: lost, abort } = losing(worker, signal);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([task(wrap<Api>(worker)), lost]);
  } finally {
    signal.removeEventListener('abort', abort);
    worker.terminate();
  }
}

/** Rejects when the worker breaks or the signal is aborted. */
function losing(worker: Worker, signal: AbortSignal) {
  let abort = () => undefined as void;
  const promise = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    const broken = (event: ErrorEvent) =>
      reject(new Error(event.message || 'A worker could not be started.'));
    worker.addEventListener('error', broken, { once: true });
  });
  return { promise, abort };
}
