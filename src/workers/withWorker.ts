/** Runs tasks in workers. */
import { wrap, type Remote } from 'comlink';

/** How long a worker of a pool waits for its next task, in milliseconds. */
const idleTimeoutMs = 30_000;

type Task<Api, T> = (api: Remote<Api>) => Promise<T>;

/** A worker and its Comlink proxy, which lives as long as the worker. */
type RunningWorker<Api> = { worker: Worker; api: Remote<Api> };

const start = <Api>(createWorker: () => Worker): RunningWorker<Api> => {
  const worker = createWorker();
  return { worker, api: wrap<Api>(worker) };
};

/** Runs a task; rejects if the worker breaks or the signal is aborted. */
async function runIn<Api, T>(
  { worker, api }: RunningWorker<Api>,
  task: Task<Api, T>,
  signal: AbortSignal,
): Promise<T> {
  const settled = new AbortController();
  const once = { once: true, signal: settled.signal };
  const failed = new Promise<never>((_, reject) => {
    const onError = ({ message }: ErrorEvent) =>
      reject(new Error(message || 'A worker could not be started. Reload the page and try again.'));
    worker.addEventListener('error', onError, once);
    signal.addEventListener('abort', () => reject(signal.reason as Error), once);
  });
  try {
    return await Promise.race([task(api), failed]);
  } finally {
    settled.abort();
  }
}

/**
 * Runs a task in a new worker, which is terminated when the promise settles.
 * @param signal - aborting it terminates the worker; the promise rejects with its reason.
 */
export async function withWorker<Api, T>(
  createWorker: () => Worker,
  task: Task<Api, T>,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted();
  const running = start<Api>(createWorker);
  return runIn(running, task, signal).finally(() => running.worker.terminate());
}

/**
 * Workers of one kind. Starting one takes about a tenth of a second, so a worker that has finished its task waits half a minute
 * for another one. Each worker runs one task at a time.
 */
export class WorkerPool<Api> {
  readonly #createWorker: () => Worker;
  /** The idle worker; there is at most one. */
  #idle: { running: RunningWorker<Api>; timer: ReturnType<typeof setTimeout> } | null = null;

  constructor(createWorker: () => Worker) {
    this.#createWorker = createWorker;
  }

  /** As {@link withWorker}. Only a worker that has finished its task is reused. */
  async run<T>(task: Task<Api, T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const running = this.#takeIdle() ?? start<Api>(this.#createWorker);
    try {
      const result = await runIn(running, task, signal);
      this.#release(running);
      return result;
    } catch (error) {
      running.worker.terminate();
      throw error;
    }
  }

  #takeIdle(): RunningWorker<Api> | undefined {
    const idle = this.#idle;
    this.#idle = null;
    clearTimeout(idle?.timer);
    return idle?.running;
  }

  #release(running: RunningWorker<Api>): void {
    if (this.#idle) running.worker.terminate();
    else
      this.#idle = { running, timer: setTimeout(() => this.#takeIdle()?.worker.terminate(), idleTimeoutMs) };
  }
}
