/** Sends a body to the threads that seal it, with backpressure. Each gets its own copy. */

/** Bytes that a thread may have unread: about a segment, so that each thread can seal its own. */
const maxUnreadBytes = 16 * 1024 * 1024;

/** The sending side. */
export class ChunkSender {
  readonly #unread: number[];
  readonly #post: (thread: number, chunk: Uint8Array<ArrayBuffer>) => void;
  #isClosed = false;
  #wake: (() => void) | null = null;

  /** @param post - moves a chunk to one of `threads` threads. */
  constructor(threads: number, post: (thread: number, chunk: Uint8Array<ArrayBuffer>) => void) {
    this.#unread = Array<number>(threads).fill(0);
    this.#post = post;
  }

  /** Sends a chunk to all threads. Resolves when each has few enough unread bytes to take more. */
  async send(chunk: Uint8Array): Promise<void> {
    for (const thread of this.#unread.keys()) {
      if (this.#isClosed) return;
      // A chunk may be a view on a buffer that others use: what is moved must be its own.
      this.#post(thread, Uint8Array.from(chunk));
      this.#unread[thread]! += chunk.length;
    }
    while (!this.#isClosed && Math.max(...this.#unread) > maxUnreadBytes)
      await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  /** Ends the sending: pending and later calls of `send` resolve, and nothing more is sent. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  /** A thread has read this many more bytes. */
  read(thread: number, bytes: number): void {
    this.#unread[thread]! -= bytes;
    this.#wake?.();
  }
}

/** The reading side: gives the chunks in the order sent. */
export class ChunkReceiver implements AsyncIterable<Uint8Array> {
  readonly #waiting: Uint8Array[] = [];
  readonly #onRead: (bytes: number) => void;
  #state: 'open' | 'ended' | 'dropped' = 'open';
  #wake: (() => void) | null = null;

  /** @param onRead - is called with the bytes of each chunk that was read. */
  constructor(onRead: (bytes: number) => void) {
    this.#onRead = onRead;
  }

  put(chunk: Uint8Array): void {
    this.#waiting.push(chunk);
    this.#wake?.();
  }

  /** After the last chunk. */
  end(): void {
    this.#state = 'ended';
    this.#wake?.();
  }

  /** Cancels the body: reading on throws. */
  cancel(): void {
    this.#state = 'dropped';
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      if (this.#state === 'dropped') throw new Error('The body is not wanted any more.');
      const chunk = this.#waiting.shift();
      if (chunk) {
        this.#onRead(chunk.length);
        yield chunk;
      } else if (this.#state === 'ended') return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
