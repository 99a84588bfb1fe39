/** A cache of opened blocks and forward indexes, with a limit in bytes. Readers of several schemas may share one. */
import { plainBytes } from './format.ts';
import type { ForwardIndex } from './forwardIndex.ts';

const defaultMaxBytes = 256 * 2 ** 20;

/** A block, and whether it was used since it was last passed over. */
type CacheEntry = { block: Buffer; used: boolean };

/**
 * Forgets what was not used for long: the oldest block goes, but one that was used since has a second chance (the clock
 * algorithm; F. J. Corbató, A Paging Experiment with the Multics System, 1968). Moving each used key to the end of
 * the map instead would leave its hash chain full of holes: 25 µs a look-up. Blocks never change, so none here is stale.
 */
export class BlockCache {
  readonly #blocks = new Map<number, CacheEntry>();
  readonly #forwardIndexes = new Map<number, ForwardIndex>();
  readonly #maxBytes: number;
  #forwardIndexBytes = 0;

  constructor(bytes = defaultMaxBytes) {
    this.#maxBytes = bytes;
  }

  get(key: number): Buffer | undefined {
    const cached = this.#blocks.get(key);
    if (cached) cached.used = true;
    return cached?.block;
  }

  /** The same, without a word about its being in use. */
  peek(key: number): Buffer | undefined {
    return this.#blocks.get(key)?.block;
  }

  /** Stores a block. If the cache is full, forward indexes are dropped first: they can be rebuilt from blocks. */
  set(key: number, block: Buffer): void {
    if (this.#blocks.size >= this.maxBlocks && !this.#blocks.has(key)) this.#dropBlock();
    this.#blocks.set(key, { block, used: false });
    this.#dropForwardIndexes(0);
  }

  #dropBlock(): void {
    for (const [key, cached] of this.#blocks) {
      this.#blocks.delete(key);
      if (!cached.used) return;
      cached.used = false;
      this.#blocks.set(key, cached);
    }
  }

  delete(key: number): void {
    this.#blocks.delete(key);
    this.#dropInverse(key);
  }

  forwardIndex(key: number): ForwardIndex | undefined {
    const forwardIndex = this.#forwardIndexes.get(key);
    if (forwardIndex) {
      this.#forwardIndexes.delete(key);
      this.#forwardIndexes.set(key, forwardIndex);
    }
    return forwardIndex;
  }

  /** Whether a forward index of so many bytes fits beside the blocks. */
  hasRoom(bytes: number): boolean {
    return this.#blocks.size * plainBytes + bytes <= this.#maxBytes;
  }

  /** Stores a forward index, which must fit. */
  setForwardIndex(key: number, forwardIndex: ForwardIndex): void {
    this.#dropForwardIndexes(forwardIndex.bytes);
    this.#forwardIndexes.set(key, forwardIndex);
    this.#forwardIndexBytes += forwardIndex.bytes;
  }

  /** Drops forward indexes until so many more bytes fit, or none is left. */
  #dropForwardIndexes(bytes: number): void {
    for (const key of this.#forwardIndexes.keys()) {
      if (this.bytes + bytes <= this.#maxBytes) return;
      this.#dropInverse(key);
    }
  }

  #dropInverse(key: number): void {
    this.#forwardIndexBytes -= this.#forwardIndexes.get(key)?.bytes ?? 0;
    this.#forwardIndexes.delete(key);
  }

  /** How many blocks it can hold. */
  get maxBlocks(): number {
    return Math.floor(this.#maxBytes / plainBytes);
  }

  /** Bytes that nothing takes. */
  get freeBytes(): number {
    return this.#maxBytes - this.bytes;
  }

  /** Bytes of what is held. */
  get bytes(): number {
    return this.#blocks.size * plainBytes + this.#forwardIndexBytes;
  }
}
