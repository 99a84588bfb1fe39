/** Bytes to text, strictly: what is not UTF-8 is refused, never replaced. */
import { RowsError } from './rowsError.ts';

export type Chunks = AsyncIterable<Uint8Array>;

const strict = () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function tryDecode(decoder: ReturnType<typeof strict>, bytes: Uint8Array, ended: boolean): string | null {
  try {
    // Asked to expect more, Node decodes twice as fast.
    return decoder.decode(bytes, { stream: !ended });
  } catch {
    return null;
  }
}

/** Decodes the pieces of one file. */
export class StrictDecoder {
  private readonly decoder = strict();

  /**
   * The text of bytes that begin and end with whole characters.
   * @param ended - nothing follows them.
   * @param where - how many bytes of the file lie before them, and on which line they begin.
   * @throws {RowsError} `not-utf8`, naming the first wrong byte (from 1) and its line.
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

/** How many bytes come before the first wrong one, by halving: a beginning decodes as long as nothing in it is wrong. */
function validPrefixLength(bytes: Uint8Array): number {
  let [good, bad] = [0, bytes.length + 1];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (tryDecode(strict(), bytes.subarray(0, middle), false) === null) bad = middle;
    else good = middle;
  }
  return good;
}

/** How many of the first `length` bytes are left when a character that is cut at their end is left out. */
export function wholeCharacters(bytes: Uint8Array, length: number): number {
  for (let back = 1; back <= Math.min(3, length); back++) {
    const byte = bytes[length - back]!;
    if (byte < 0x80) return length;
    if (byte >= 0xc0) return back < characterLength(byte) ? length - back : length;
  }
  return length;
}

/** How many bytes the character has that begins with this one. */
const characterLength = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2);

/** How many line endings lie in `text` from `from` up to, not including, `to`. */
export function newlinesIn(text: string, from: number, to: number, ending: '\n' | '\r' = '\n'): number {
  let count = 0;
  for (let at = text.indexOf(ending, from); at !== -1 && at < to; at = text.indexOf(ending, at + 1)) count++;
  return count;
}

/** How many line feeds there are among bytes. */
export function newlinesAmong(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}
