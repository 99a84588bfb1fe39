/** A body on its way to the threads that seal it: each gets its own copy, and none falls far behind. */

/** Bytes that a thread may be behind: about a segment's, so that each can be at its own. */
const ahead = 16 * 1024 * 1024;

/** The sending side. */
export class ChunkSender {
  readonly #unread: number[];
  readonly #post: (thread: number, chunk: Uint8Array<ArrayBuffer>) => void;
  #over = false;
  #wake: (() => void) | null = null;

  /** @param post - moves a chunk to one of `threads` threads. */
  constructor(threads: number, post: (thread: number, chunk: Uint8Array<ArrayBuffer>) => void) {
    this.#unread = Array<number>(threads).fill(0);
    this.#post = post;
  }

  /** Send a chunk to all of them; resolves when the last of them is near enough to take more. */
  async send(chunk: Uint8Array): Promise<void> {
    for (const thread of this.#unread.keys()) {
      if (this.#over) return;
      // A chunk may be a view on a buffer that others use: what is moved must be its own.
      this.#post(thread, Uint8Array.from(chunk));
      this.#unread[thread]! += chunk.length;
    }
    while (!this.#over && Math.max(...this.#unread) > ahead)
      await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  /** The readers are gone: whoever waits for them goes on, and what is sent from now on goes nowhere. */
  close(): void {
    this.#over = true;
    this.#wake?.();
  }

  /** A thread has read so many bytes more. */
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

  /** @param onRead - hears how many bytes were read, chunk by chunk. */
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

  /** Nobody wants what becomes of the body: reading it on throws. */
  drop(): void {
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
