/** A cache of opened blocks and forward indexes, with a limit in bytes. Readers of several schemas may share one. */
import { plainBytes } from './format.ts';
import type { ForwardIndex } from './forwardIndex.ts';

const defaultMaxBytes = 256 * 2 ** 20;

/** A block, and whether it was used since it was last spared. */
type CacheEntry = { block: Buffer; used: boolean };

/**
 * Evicts what was not used for long: the oldest block is dropped, but one that was used since has a second chance (the clock
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

  /** The same, without marking the block as used. */
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
    this.#dropForwardIndex(key);
  }

  forwardIndex(key: number): ForwardIndex | undefined {
    const forwardIndex = this.#forwardIndexes.get(key);
    if (forwardIndex) {
      this.#forwardIndexes.delete(key);
      this.#forwardIndexes.set(key, forwardIndex);
    }
    return forwardIndex;
  }

  /** Whether a forward index of this size fits beside the blocks. */
  hasRoom(bytes: number): boolean {
    return this.#blocks.size * plainBytes + bytes <= this.#maxBytes;
  }

  /** Stores a forward index, which must fit. */
  setForwardIndex(key: number, forwardIndex: ForwardIndex): void {
    this.#dropForwardIndexes(forwardIndex.bytes);
    this.#forwardIndexes.set(key, forwardIndex);
    this.#forwardIndexBytes += forwardIndex.bytes;
  }

  /** Drops forward indexes until this number of bytes fits, or none is left. */
  #dropForwardIndexes(bytes: number): void {
    for (const key of this.#forwardIndexes.keys()) {
      if (this.bytes + bytes <= this.#maxBytes) return;
      this.#dropForwardIndex(key);
    }
  }

  #dropForwardIndex(key: number): void {
    this.#forwardIndexBytes -= this.#forwardIndexes.get(key)?.bytes ?? 0;
    this.#forwardIndexes.delete(key);
  }

  /** The number of blocks that fit. */
  get maxBlocks(): number {
    return Math.floor(this.#maxBytes / plainBytes);
  }

  /** Unused bytes. */
  get freeBytes(): number {
    return this.#maxBytes - this.bytes;
  }

  /** Used bytes. */
  get bytes(): number {
    return this.#blocks.size * plainBytes + this.#forwardIndexBytes;
  }
}
