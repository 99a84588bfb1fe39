/** A stream of bytes across a thread's border: moved, not copied, and never far ahead of its reader. */
import type { MessagePort } from 'node:worker_threads';

/** The message that follows the last chunk. */
const end = 'end';
/** Chunks on their way that nobody has read yet. */
const ahead = 16;

/** What the reading side says back: one more chunk is read. */
export const chunkRead = 'read';

/** The sending side: `send` resolves when the reader is near enough to take more. */
export class ChunkSender {
  #unread = 0;
  #over = false;
  #wake: (() => void) | null = null;
  readonly #post: (message: unknown, transfer: ArrayBuffer[]) => void;

  constructor(post: (message: unknown, transfer: ArrayBuffer[]) => void) {
    this.#post = post;
  }

  async send(chunk: Uint8Array): Promise<void> {
    if (this.#over) return;
    // A chunk may be a view on a buffer that others use: what is moved must be its own.
    const own = Uint8Array.from(chunk);
    this.#post(own, [own.buffer]);
    this.#unread++;
    if (this.#unread >= ahead) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  end(): void {
    if (!this.#over) this.#post(end, []);
  }

  /** The reader is gone: whoever waits for it goes on, and what is sent from now on goes nowhere. */
  close(): void {
    this.#over = true;
    this.#wake?.();
  }

  /** To be called for each {@link chunkRead}. */
  read(): void {
    this.#unread--;
    this.#wake?.();
    this.#wake = null;
  }
}

/** The reading side, in the order sent. */
export async function* receiveChunks(port: MessagePort): AsyncGenerator<Uint8Array> {
  const waiting: (Uint8Array | typeof end)[] = [];
  let wake: (() => void) | null = null;
  port.on('message', (message: Uint8Array | typeof end) => {
    waiting.push(message);
    wake?.();
  });
  for (;;) {
    const chunk = waiting.shift();
    if (chunk === end) return;
    if (chunk) {
      port.postMessage(chunkRead);
      yield chunk;
    } else await new Promise<void>((resolve) => (wake = resolve));
  }
}
