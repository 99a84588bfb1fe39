/** Decodes UTF-8 strictly: invalid bytes are refused, not replaced. */
import { RowsError } from './rowsError.ts';

export type Chunks = AsyncIterable<Uint8Array>;

const strict = () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function tryDecode(decoder: ReturnType<typeof strict>, bytes: Uint8Array, ended: boolean): string | null {
  try {
    // Node decodes twice as fast with `stream`.
    return decoder.decode(bytes, { stream: !ended });
  } catch {
    return null;
  }
}

/** Decodes the chunks of one file. */
export class StrictDecoder {
  private readonly decoder = strict();

  /**
   * Decodes bytes that begin and end with whole characters.
   * @param ended - whether they are the last ones.
   * @param where - the number of bytes before them in the file, and the line on which they begin.
   * @throws {RowsError} `not-utf8`, naming the first invalid byte (from 1) and its line.
   */
  decode(bytes: Uint8Array, ended: boolean, where: () => { before: number; line: number }): string {
    const text = tryDecode(this.decoder, bytes, ended);
    if (text !== null) return text;
    const { before, line } = where();
    const good = validPrefixLength(bytes);
    const found = line + newlinesIn(tryDecode(strict(), bytes.subarray(0, good), false) ?? '', 0, Infinity);
    throw new RowsError(
      'not-utf8',
      `Byte ${before + good + 1} (line ${found}) is not valid UTF-8. Save the file as UTF-8 and select it again.`,
    );
  }
}

/** The number of bytes before the first invalid one, by binary search. */
function validPrefixLength(bytes: Uint8Array): number {
  let [good, bad] = [0, bytes.length + 1];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (tryDecode(strict(), bytes.subarray(0, middle), false) === null) bad = middle;
    else good = middle;
  }
  return good;
}

/** The length of the first `length` bytes without an incomplete character at their end. */
export function wholeCharacters(bytes: Uint8Array, length: number): number {
  for (let back = 1; back <= Math.min(3, length); back++) {
    const byte = bytes[length - back]!;
    if (byte < 0x80) return length;
    if (byte >= 0xc0) return back < characterLength(byte) ? length - back : length;
  }
  return length;
}

/** The number of bytes of a character, by its lead byte. */
const characterLength = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2);

/** The number of line endings in `text` between `from` and `to`, excluded. */
export function newlinesIn(text: string, from: number, to: number, ending: '\n' | '\r' = '\n'): number {
  let count = 0;
  for (let at = text.indexOf(ending, from); at !== -1 && at < to; at = text.indexOf(ending, at + 1)) count++;
  return count;
}

/** The number of line feeds in bytes. */
export function newlinesAmong(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}
