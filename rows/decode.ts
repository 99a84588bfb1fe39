/** Bytes to text, strictly: what is not UTF-8 is refused, never replaced. */
import { RowsError } from './rowsError.ts';

export type Chunks = AsyncIterable<Uint8Array>;

/**
 * Decode a stream of bytes in pieces of at most `size` bytes, whatever the chunks' own size. A byte-order
 * mark at the start is dropped.
 * @throws {RowsError} `not-utf8`, naming the first wrong byte (from 1) and its line.
 */
export async function* decodeUtf8(chunks: Chunks, size: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let before = new Uint8Array(0);
  let [bytes, line] = [0, 1];
  for await (const chunk of chunks)
    for (let from = 0; from < chunk.length; from += size) {
      const piece = chunk.subarray(from, from + size);
      const text = attempt(() => decoder.decode(piece, { stream: true }));
      if (text === null) refuse(before, piece, bytes, line);
      before = lastOf(before, piece);
      bytes += piece.length;
      line += newlinesIn(text, 0, text.length);
      if (text !== '') yield text;
    }
  if (attempt(() => decoder.decode()) === null) refuse(before, new Uint8Array([0]), bytes, line);
}

function attempt(decode: () => string): string | null {
  try {
    return decode();
  } catch {
    return null;
  }
}

/** The last three bytes so far: as many as a character can have before a border cuts it. */
function lastOf(before: Uint8Array, piece: Uint8Array): Uint8Array<ArrayBuffer> {
  const tail = new Uint8Array(before.length + Math.min(piece.length, 3));
  tail.set(before);
  tail.set(piece.subarray(-3), before.length);
  return tail.slice(-3);
}

/** Find the first wrong byte by halving: a prefix decodes as long as nothing in it is wrong. */
function refuse(before: Uint8Array, piece: Uint8Array, bytesBefore: number, lineBefore: number): never {
  const start = before.findIndex((byte) => (byte & 0xc0) !== 0x80);
  const cut = start === -1 ? new Uint8Array(0) : before.subarray(start);
  const whole = new Uint8Array(cut.length + piece.length);
  whole.set(cut);
  whole.set(piece, cut.length);
  const decodes = (length: number) =>
    attempt(() =>
      new TextDecoder('utf-8', { fatal: true }).decode(whole.subarray(0, length), { stream: true }),
    );
  let [good, bad] = [0, whole.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (decodes(middle) === null) bad = middle;
    else good = middle;
  }
  const line = lineBefore + newlinesIn(decodes(good) ?? '', 0, Infinity);
  throw new RowsError(
    'not-utf8',
    `Byte ${bytesBefore - cut.length + bad} (line ${line}) is not valid UTF-8. Save the file as UTF-8 and select it again.`,
  );
}

/** How many line feeds lie in `text` from `from` up to, not including, `to`. */
export function newlinesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
