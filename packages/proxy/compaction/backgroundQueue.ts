/** Background work, one piece at a time, in the order in which it was queued. */
import pLimit from 'p-limit';

type Options = {
  /** How long work with the same key is not queued again after it failed. */
  retryAfterMs?: number;
  /** Called when work fails, except after `close`. */
  onFailure: (key: string, error: unknown) => void;
};

export class BackgroundQueue {
  readonly #options: Options;
  readonly #closing = new AbortController();
  readonly #waiting = new Set<string>();
  readonly #retryAt = new Map<string, number>();
  readonly #queue = pLimit(1);
  #running: string | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Aborted by `close`. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** Whether work with this key waits or runs. */
  has(key: string): boolean {
    return this.#waiting.has(key) || this.#running === key;
  }

  /** Whether `add` would queue work with this key. It does so while earlier work with the key runs. */
  accepts(key: string): boolean {
    if (this.#waiting.has(key) || this.signal.aborted) return false;
    return (this.#retryAt.get(key) ?? 0) <= Date.now();
  }

  /** Queues work, unless work with this key waits already, has just failed, or the queue is closed. */
  add(key: string, work: () => Promise<void>): void {
    if (!this.accepts(key)) return;
    this.#waiting.add(key);
    void this.#queue(async () => {
      this.#waiting.delete(key);
      this.#running = key;
      try {
        await work();
      } catch (error) {
        const { retryAfterMs, onFailure } = this.#options;
        if (retryAfterMs !== undefined) this.#retryAt.set(key, Date.now() + retryAfterMs);
        if (!this.signal.aborted) onFailure(key, error);
      } finally {
        this.#running = null;
      }
    });
  }

  /** Resolves when all work that is queued now has ended. */
  async idle(): Promise<void> {
    await this.#queue(() => undefined);
  }

  /** Aborts the signal, and resolves when the running work has ended. Work that waits still runs, with an aborted signal. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The proxy is being stopped.'));
    await this.idle();
  }
}
