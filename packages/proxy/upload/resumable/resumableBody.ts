/** A body that arrives in several requests. What has arrived is handed on at once, and never kept. */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';

/** Bytes that wait to be sealed. */
const highWaterMark = 1024 * 1024;

/** How long a body may wait for its next request. */
export const resumeTimeoutMs = 60 * 60_000;

export class ResumableBody {
  /** Bytes that have arrived: the next request continues there. */
  offset = 0;
  readonly #stream = new PassThrough({ highWaterMark });
  readonly #size: number;
  readonly #timer: NodeJS.Timeout;

  /** @param size - in bytes. */
  constructor(size: number) {
    this.#size = size;
    this.#timer = setTimeout(() => this.#stream.destroy(tooLate()), resumeTimeoutMs).unref();
    // The consumer gets the error, if there is one.
    this.#stream.on('error', () => undefined);
    this.#stream.once('close', () => clearTimeout(this.#timer));
  }

  /** The bytes, for the one who seals them. @throws {HttpProblem} 408 if the next request does not come. */
  get chunks(): AsyncIterable<Uint8Array> {
    return this.#stream;
  }

  /** Whether nothing more is wanted: all has arrived, or the consumer has stopped. */
  get isClosed(): boolean {
    return this.#stream.destroyed || this.#stream.writableEnded;
  }

  /**
   * Hands on the bytes of one request, at the consumer's pace. What came before a request was cut counts.
   * @returns the new offset.
   */
  async append(bytes: AsyncIterable<Uint8Array>): Promise<number> {
    try {
      for await (const chunk of bytes) {
        if (this.isClosed) break;
        this.#timer.refresh();
        this.offset += chunk.length;
        if (!this.#stream.write(chunk)) await this.#room();
      }
    } finally {
      if (this.offset === this.#size) this.#stream.end();
    }
    return this.offset;
  }

  async #room(): Promise<void> {
    const settled = new AbortController();
    const { signal } = settled;
    // Whichever comes first ends the other's wait.
    await Promise.race(['drain', 'close'].map((event) => once(this.#stream, event, { signal }))).catch(
      () => undefined,
    );
    settled.abort();
  }
}

const tooLate = () =>
  new HttpProblem(
    408,
    `Nothing of the file arrived for ${resumeTimeoutMs / 60_000} minutes. Nothing was stored. Send the file again.`,
  );
