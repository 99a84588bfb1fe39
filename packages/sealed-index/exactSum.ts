/** Sums of keys that stay exact beyond 2^53. */
import { keyLimit } from './format.ts';

/** Adds keys as doubles while the sum is exact, and as BigInt beyond. */
export class ExactSum {
  #small = 0;
  #large = 0n;

  /** Adds a key, once or several times. Rounding can't hide an overflow: a result of 2^53 or more rounds to no less. */
  add(key: number, times = 1): void {
    const next = this.#small + key * times;
    if (next < keyLimit) {
      this.#small = next;
    } else {
      this.#large += BigInt(this.#small) + BigInt(key) * BigInt(times);
      this.#small = 0;
    }
  }

  get total(): bigint {
    return this.#large + BigInt(this.#small);
  }
}
