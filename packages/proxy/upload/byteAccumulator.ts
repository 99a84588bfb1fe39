/** Collects many small buffers in few large ones, which are reused for the next segment. */

const pageBytes = 1024 * 1024;

export class ByteAccumulator {
  readonly #pages: Buffer[] = [];
  #page = -1;
  #offset = pageBytes;
  #length = 0;

  /** Bytes collected since the last {@link clear}. */
  get length(): number {
    return this.#length;
  }

  /** A number of 32 bits, big-endian. */
  appendUint32(value: number): void {
    const buffer = Buffer.allocUnsafe(4);
    buffer.writeUInt32BE(value);
    this.append(buffer);
  }

  append(chunk: Uint8Array): void {
    this.#length += chunk.length;
    for (let from = 0; from < chunk.length;) {
      if (this.#offset === pageBytes) this.#nextPage();
      const to = Math.min(chunk.length, from + pageBytes - this.#offset);
      this.#pages[this.#page]!.set(chunk.subarray(from, to), this.#offset);
      this.#offset += to - from;
      from = to;
    }
  }

  /** Everything collected, as views. After {@link clear} their memory is overwritten. */
  chunks(): Buffer[] {
    return this.#pages
      .slice(0, this.#page + 1)
      .map((page, i) => (i === this.#page ? page.subarray(0, this.#offset) : page));
  }

  clear(): void {
    this.#page = -1;
    this.#offset = pageBytes;
    this.#length = 0;
  }

  #nextPage(): void {
    this.#page++;
    this.#offset = 0;
    if (this.#page === this.#pages.length) this.#pages.push(Buffer.allocUnsafe(pageBytes));
  }
}
