/** Opened blocks, and runs turned round, kept until others need the room. Readers of several schemas may share one. */
import { plainBytes } from './format.ts';
import type { Inverse } from './inverse.ts';

const defaultBytes = 256 * 2 ** 20;

/** Forgets what was used longest ago. Blocks never change, so what is here is never stale. */
export class BlockCache {
  readonly #blocks = new Map<number, Buffer>();
  readonly #inverses = new Map<number, Inverse>();
  readonly #room: number;
  #inverseBytes = 0;

  constructor(bytes = defaultBytes) {
    this.#room = bytes;
  }

  get(key: number): Buffer | undefined {
    const block = this.#blocks.get(key);
    if (block) {
      this.#blocks.delete(key);
      this.#blocks.set(key, block);
    }
    return block;
  }

  /** The same, without a word about its being in use. */
  peek(key: number): Buffer | undefined {
    return this.#blocks.get(key);
  }

  /** Keep a block. Where room is short, inverses go first: they can be made again of blocks. */
  set(key: number, block: Buffer): void {
    this.#blocks.set(key, block);
    this.#dropInverses(0);
    const oldest = this.#blocks.keys().next();
    if (this.#blocks.size > this.most && !oldest.done) this.#blocks.delete(oldest.value);
  }

  forget(key: number): void {
    this.#blocks.delete(key);
    this.#dropInverse(key);
  }

  inverse(key: number): Inverse | undefined {
    const inverse = this.#inverses.get(key);
    if (inverse) {
      this.#inverses.delete(key);
      this.#inverses.set(key, inverse);
    }
    return inverse;
  }

  /** Whether an inverse of so many bytes can be kept besides the blocks. */
  hasRoom(bytes: number): boolean {
    return this.#blocks.size * plainBytes + bytes <= this.#room;
  }

  /** Keep an inverse that there is room for. */
  keepInverse(key: number, inverse: Inverse): void {
    this.#dropInverses(inverse.bytes);
    this.#inverses.set(key, inverse);
    this.#inverseBytes += inverse.bytes;
  }

  /** Drop inverses until so many bytes more fit, or none is left. */
  #dropInverses(bytes: number): void {
    for (const key of this.#inverses.keys()) {
      if (this.bytes + bytes <= this.#room) return;
      this.#dropInverse(key);
    }
  }

  #dropInverse(key: number): void {
    this.#inverseBytes -= this.#inverses.get(key)?.bytes ?? 0;
    this.#inverses.delete(key);
  }

  /** How many blocks it can hold. */
  get most(): number {
    return Math.floor(this.#room / plainBytes);
  }

  /** Bytes that nothing takes. */
  get spare(): number {
    return this.#room - this.bytes;
  }

  /** Bytes of what is held. */
  get bytes(): number {
    return this.#blocks.size * plainBytes + this.#inverseBytes;
  }
}
