/** Passes a body through, counts its bytes and computes its digest. */
import type { createHmac } from 'node:crypto';

/** A digest under way. */
export type RunningDigest = ReturnType<typeof createHmac>;

export class BodyMeter implements AsyncIterable<Uint8Array> {
  /** Bytes that have arrived. */
  received = 0;
  /** Whether the body ended before its last byte. */
  broken = false;
  readonly #chunks: AsyncIterable<Uint8Array>;
  readonly #digest: RunningDigest;
  readonly #onEnd: (digest: string) => void;

  /**
   * @param digest - is updated with every byte.
   * @param onEnd - called once, with the digest in hex, when the last byte has arrived.
   */
  constructor(chunks: AsyncIterable<Uint8Array>, digest: RunningDigest, onEnd: (digest: string) => void) {
    this.#chunks = chunks;
    this.#digest = digest;
    this.#onEnd = onEnd;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const chunks = this.#chunks[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await chunks.next().catch((error: unknown) => {
          this.broken = true;
          throw error;
        });
        if (next.done === true) break;
        this.received += next.value.length;
        this.#digest.update(next.value);
        yield next.value;
      }
      this.#onEnd(this.#digest.digest('hex'));
    } finally {
      await chunks.return?.();
    }
  }
}
