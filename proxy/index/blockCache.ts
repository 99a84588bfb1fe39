/** Opened blocks, kept until others need the room. Readers of several schemas may share one. */
import { plainBytes } from './format.ts';

const defaultBytes = 256 * 2 ** 20;

/** Forgets what was used longest ago. Blocks never change, so what is here is never stale. */
export class BlockCache {
  readonly #blocks = new Map<number, Buffer>();
  readonly #most: number;

  constructor(bytes = defaultBytes) {
    this.#most = Math.floor(bytes / plainBytes);
  }

  get(key: number): Buffer | undefined {
    const block = this.#blocks.get(key);
    if (block) {
      this.#blocks.delete(key);
      this.#blocks.set(key, block);
    }
    return block;
  }

  set(key: number, block: Buffer): void {
    this.#blocks.set(key, block);
    const oldest = this.#blocks.keys().next();
    if (this.#blocks.size > this.#most && !oldest.done) this.#blocks.delete(oldest.value);
  }

  /** How many blocks it can hold. */
  get most(): number {
    return this.#most;
  }

  /** Bytes of the blocks that are held. */
  get bytes(): number {
    return this.#blocks.size * plainBytes;
  }
}
