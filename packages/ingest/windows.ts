/** A stream of bytes as windows of text, each beginning where the last whole row ended. */
import { StrictDecoder, wholeCharacters, type Chunks } from './decode.ts';

/** Reads whole rows off the front of a text, gives them away, and leaves the unfinished one in `rest`. */
export type RowReader = {
  /** Passes over rows that need no text; gives the place of the first other one. */
  pass?(bytes: Uint8Array, end: number): number;
  read(text: string, ended: boolean): void;
  readonly rest: string;
  /** The line of the file on which `rest` begins, from 1. */
  readonly line: number;
};

/**
 * Feed a reader until the stream ends, with a sign after each window. An unfinished row is read again only when there is
 * twice as much of it, so a long row costs linear time. A byte-order mark at the start is dropped.
 * @param size - bytes read at a time; tests make it small to cut rows everywhere.
 * @param byteOffset - what the number of a byte in messages is ahead of its place in the stream.
 * @throws {RowsError} whatever the reader refuses, and `not-utf8`.
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
      from += window.pass(chunk, from);
      from += window.fill(chunk, from);
      if (!window.isFull) continue;
      window.read(false);
      yield;
    }
  window.read(true);
  yield;
}

const mark = '\uFEFF';

/**
 * The bytes that are not read yet. An unfinished row stays in them and is decoded again with what follows it: adding its
 * text to the next one would make a string that V8 has to look into afresh for each character.
 */
class Window {
  private bytes: Uint8Array;
  private filled = 0;
  /** Bytes of the file that were read and left. */
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
   * Where all bytes that are not read yet lie in this chunk, let the reader pass over them and what follows where it lies.
   * @param from - the place in the chunk that follows them.
   * @returns by how many bytes the place changes: whatever was not passed over has to be taken again.
   */
  pass(chunk: Uint8Array, from: number): number {
    const { reader, filled } = this;
    if (!reader.pass || filled > from) return 0;
    const left = chunk.subarray(from - filled);
    const passed = reader.pass(left, left.length);
    this.before += passed;
    this.filled = 0;
    return passed - filled;
  }

  /** Take bytes of a chunk, as many as there is room for; says how many. */
  fill(chunk: Uint8Array, from: number): number {
    const count = Math.min(chunk.length - from, this.bytes.length - this.filled);
    this.bytes.set(chunk.subarray(from, from + count), this.filled);
    this.filled += count;
    return count;
  }

  read(ended: boolean): void {
    const { reader, bytes, filled } = this;
    const end = ended ? filled : wholeCharacters(bytes, filled);
    const start = reader.pass?.(bytes, end) ?? 0;
    let text = this.decoder.textOf(bytes.subarray(start, end), ended, () => ({
      before: this.byteOffset + this.before + start,
      line: reader.line,
    }));
    if (this.before + start === 0 && text.startsWith(mark)) text = text.slice(1);
    reader.read(text, ended);
    const { rest } = reader;
    const restBytes = text.length === end - start ? rest.length : new TextEncoder().encode(rest).length;
    this.keep(end - restBytes);
  }

  /** Give up the first bytes and make room behind the others. */
  private keep(from: number): void {
    const left = this.filled - from;
    const room = Math.max(this.size, 2 * left);
    const kept = room === this.bytes.length ? this.bytes : new Uint8Array(room);
    kept.set(this.bytes.subarray(from, this.filled));
    this.bytes = kept;
    this.filled = left;
    this.before += from;
  }
}
