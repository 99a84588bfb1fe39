/** Opened blocks, and runs turned round, kept until others need the room. Readers of several schemas may share one. */
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
  readonly #inverses = new Map<number, ForwardIndex>();
  readonly #maxBytes: number;
  #inverseBytes = 0;

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

  /** Keep a block. Where room is short, inverses go first: they can be made again of blocks. */
  set(key: number, block: Buffer): void {
    if (this.#blocks.size >= this.maxBlocks && !this.#blocks.has(key)) this.#dropBlock();
    this.#blocks.set(key, { block, used: false });
    this.#dropInverses(0);
  }

  #dropBlock(): void {
    for (const [key, kept] of this.#blocks) {
      this.#blocks.delete(key);
      if (!kept.used) return;
      kept.used = false;
      this.#blocks.set(key, kept);
    }
  }

  delete(key: number): void {
    this.#blocks.delete(key);
    this.#dropInverse(key);
  }

  forwardIndex(key: number): ForwardIndex | undefined {
    const inverse = this.#inverses.get(key);
    if (inverse) {
      this.#inverses.delete(key);
      this.#inverses.set(key, inverse);
    }
    return inverse;
  }

  /** Whether an inverse of so many bytes can be kept besides the blocks. */
  hasRoom(bytes: number): boolean {
    return this.#blocks.size * plainBytes + bytes <= this.#maxBytes;
  }

  /** Keep an inverse that there is room for. */
  setForwardIndex(key: number, inverse: ForwardIndex): void {
    this.#dropInverses(inverse.bytes);
    this.#inverses.set(key, inverse);
    this.#inverseBytes += inverse.bytes;
  }

  /** Drop inverses until so many bytes more fit, or none is left. */
  #dropInverses(bytes: number): void {
    for (const key of this.#inverses.keys()) {
      if (this.bytes + bytes <= this.#maxBytes) return;
      this.#dropInverse(key);
    }
  }

  #dropInverse(key: number): void {
    this.#inverseBytes -= this.#inverses.get(key)?.bytes ?? 0;
    this.#inverses.delete(key);
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
    return this.#blocks.size * plainBytes + this.#inverseBytes;
  }
}
