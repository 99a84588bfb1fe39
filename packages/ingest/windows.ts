/** Decodes a stream into windows of text, each beginning after the last complete row. */
import { StrictDecoder, wholeCharacters, type Chunks } from './decode.ts';

/** Reads complete rows from text and leaves an incomplete one in `rest`. */
export type RowReader = {
  /** Skips rows that need no decoding; returns the offset of the first other one. */
  skipRows?(bytes: Uint8Array, end: number): number;
  read(text: string, ended: boolean): void;
  readonly rest: string;
  /** The line of the file on which `rest` begins, from 1. */
  readonly line: number;
};

/**
 * Passes a stream to a reader; yields after each window. An incomplete row is read again only when twice as much of it has
 * arrived, so a long row costs linear time. A byte-order mark at the start is dropped.
 * @param size - bytes read at a time; small in tests, to cut rows at any offset.
 * @param byteOffset - added to byte offsets of the stream in messages.
 * @throws {RowsError} as the reader, and `not-utf8`.
 */
export async function* readWindows(
  chunks: Chunks,
  reader: RowReader,
  size: number,
  byteOffset = 0,
): AsyncGenerator<void> {
  const window = new Window(reader, size, byteOffset);
  for await (const chunk of chunks)
    for (let from = 0; from < chunk.length;) {
      from += window.skipRows(chunk, from);
      from += window.fill(chunk, from);
      if (!window.isFull) continue;
      window.read(false);
      yield;
    }
  window.read(true);
  yield;
}

const byteOrderMark = '\uFEFF';

/**
 * The unread bytes. An incomplete row stays in them and is decoded again with the bytes after it: concatenating strings would
 * make a rope, which V8 reads slowly.
 */
class Window {
  private bytes: Uint8Array;
  private filled = 0;
  /** Bytes of the file before the unread ones. */
  private before = 0;
  private readonly decoder = new StrictDecoder();
  private readonly reader: RowReader;
  private readonly size: number;
  private readonly byteOffset: number;

  constructor(reader: RowReader, size: number, byteOffset: number) {
    this.reader = reader;
    this.size = size;
    this.byteOffset = byteOffset;
    this.bytes = new Uint8Array(size);
  }

  get isFull(): boolean {
    return this.filled === this.bytes.length;
  }

  /**
   * If all unread bytes are in this chunk, lets the reader skip rows in the chunk itself, without a copy.
   * @param from - the offset in the chunk after the unread bytes.
   * @returns the change of that offset: bytes that were not skipped have to be copied.
   */
  skipRows(chunk: Uint8Array, from: number): number {
    const { reader, filled } = this;
    if (!reader.skipRows || filled > from) return 0;
    const left = chunk.subarray(from - filled);
    const skipped = reader.skipRows(left, left.length);
    this.before += skipped;
    this.filled = 0;
    return skipped - filled;
  }

  /** Copies as many bytes of a chunk as fit. Returns their number. */
  fill(chunk: Uint8Array, from: number): number {
    const count = Math.min(chunk.length - from, this.bytes.length - this.filled);
    this.bytes.set(chunk.subarray(from, from + count), this.filled);
    this.filled += count;
    return count;
  }

  read(ended: boolean): void {
    const { reader, bytes, filled } = this;
    const end = ended ? filled : wholeCharacters(bytes, filled);
    const start = reader.skipRows?.(bytes, end) ?? 0;
    let text = this.decoder.decode(bytes.subarray(start, end), ended, () => ({
      before: this.byteOffset + this.before + start,
      line: reader.line,
    }));
    if (this.before + start === 0 && text.startsWith(byteOrderMark)) text = text.slice(1);
    reader.read(text, ended);
    const { rest } = reader;
    const restBytes = text.length === end - start ? rest.length : new TextEncoder().encode(rest).length;
    this.dropBefore(end - restBytes);
  }

  /** Drops the first bytes, and grows the buffer if needed. */
  private dropBefore(from: number): void {
    const left = this.filled - from;
    const room = Math.max(this.size, 2 * left);
    const target = room === this.bytes.length ? this.bytes : new Uint8Array(room);
    target.set(this.bytes.subarray(from, this.filled));
    this.bytes = target;
    this.filled = left;
    this.before += from;
  }
}
