/** Shares the result of a repeated call for a short time. */
import { LRUCache } from 'lru-cache';

const maxEntries = 1_000;

/** Concurrent calls share one promise. A rejected one is dropped at once. */
export class PromiseCache<Value> {
  readonly #promises: LRUCache<string, Promise<Value>>;

  /** @param ttlMs - how long a promise is shared. @param now - the time in milliseconds. */
  constructor(ttlMs: number, now: () => number = () => Date.now()) {
    this.#promises = new LRUCache({ max: maxEntries, ttl: ttlMs, ttlResolution: 0, perf: { now } });
  }

  /** The cached promise of a key, or the one that `make` returns. */
  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const shared = this.#promises.get(key);
    if (shared) return shared;
    const promise = make();
    this.#promises.set(key, promise);
    promise.catch(() => {
      if (this.#promises.peek(key) === promise) this.#promises.delete(key);
    });
    return promise;
  }
}
