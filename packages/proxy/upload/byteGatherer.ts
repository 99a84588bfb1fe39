/** Gathers many small pieces in few large buffers, which are used again for the next segment. */

const size = 1024 * 1024;

export class ByteGatherer {
  readonly #pages: Buffer[] = [];
  #page = -1;
  #at = size;
  #length = 0;

  /** Bytes gathered since the last {@link clear}. */
  get length(): number {
    return this.#length;
  }

  /** A number of 32 bits, big-endian. */
  uint32(value: number): void {
    const bytes = Buffer.allocUnsafe(4);
    bytes.writeUInt32BE(value);
    this.bytes(bytes);
  }

  bytes(piece: Uint8Array): void {
    this.#length += piece.length;
    for (let from = 0; from < piece.length;) {
      if (this.#at === size) this.#turn();
      const to = Math.min(piece.length, from + size - this.#at);
      this.#pages[this.#page]!.set(piece.subarray(from, to), this.#at);
      this.#at += to - from;
      from = to;
    }
  }

  /** Everything gathered, as views that {@link clear} hands over to what comes next. */
  parts(): Buffer[] {
    return this.#pages
      .slice(0, this.#page + 1)
      .map((page, i) => (i === this.#page ? page.subarray(0, this.#at) : page));
  }

  clear(): void {
    this.#page = -1;
    this.#at = size;
    this.#length = 0;
  }

  #turn(): void {
    this.#page++;
    this.#at = 0;
    if (this.#page === this.#pages.length) this.#pages.push(Buffer.allocUnsafe(size));
  }
}
