/** Guesses encoding and delimiter from the first bytes of a file. A person can correct both. */
import { delimiters, type Delimiter, type Encoding } from '@cloakroom/contract/parseOptions.ts';
import { CsvLine } from './csvLine.ts';
import { newlineOf } from './csvScan.ts';
import { wholeCharacters } from './decode.ts';
import { bomLength } from './encoding.ts';

/** The number of bytes that a guess reads. */
export const detectionBytes = 64 * 1024;

/** Tries a byte-order mark, the positions of zero bytes, UTF-8, and then guesses a single-byte encoding. */
export function encodingOf(head: Uint8Array): { encoding: Encoding; sure: boolean } {
  const marked = (['utf-8', 'utf-16le', 'utf-16be'] as const).find(
    (encoding) => bomLength(head, encoding) > 0,
  );
  if (marked) return { encoding: marked, sure: true };
  const wide = utf16ByZeros(head);
  if (wide) return { encoding: wide, sure: true };
  const sure = isUtf8(head);
  return { encoding: sure ? 'utf-8' : guessSingleByte(head), sure };
}

function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head.subarray(0, wholeCharacters(head, head.length)));
    return true;
  } catch {
    return false;
  }
}

/** UTF-16 by its zero bytes: ASCII characters have one each, and no other encoding has many. */
function utf16ByZeros(head: Uint8Array): Encoding | null {
  const zeros = [0, 0];
  for (let at = head.indexOf(0); at >= 0; at = head.indexOf(0, at + 1)) zeros[at % 2]!++;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < head.length / 20) return null;
  if (even > 4 * odd) return hasUtf16Delimiters(head, 'big') ? 'utf-16be' : null;
  return odd > 4 * even && hasUtf16Delimiters(head, 'little') ? 'utf-16le' : null;
}

/** Line feeds, carriage returns, tabs, commas and braces. Other characters are also bytes of Cyrillic letters in UTF-16. */
const structuralBytes = [9, 10, 13, 44, 123, 125];

/** Whether most structural bytes are part of a UTF-16 character. In UTF-8 with NULs in cells they are not. */
function hasUtf16Delimiters(head: Uint8Array, end: 'little' | 'big'): boolean {
  let [halves, whole] = [0, 0];
  for (let at = 0; at < head.length; at++) {
    if (!structuralBytes.includes(head[at]!)) continue;
    const isHalf = end === 'little' ? at % 2 === 0 && head[at + 1] === 0 : at % 2 === 1 && head[at - 1] === 0;
    if (isHalf) halves++;
    else whole++;
  }
  return halves > whole;
}

/** Accented Western letters stand between ASCII letters; Cyrillic words consist of high bytes. */
function guessSingleByte(head: Uint8Array): Encoding {
  let [high, joined] = [0, 0];
  for (let at = 1; at < head.length; at++) {
    if (head[at]! < 0xc0) continue;
    high++;
    if (head[at - 1]! >= 0xc0) joined++;
  }
  return joined > high / 2 ? 'windows-1251' : 'windows-1252';
}

const maxRowsCompared = 100;

/**
 * The delimiter with the most field names in the header, then with the most rows as wide as the header. Rows are parsed with
 * each delimiter, so delimiters inside quotes don't count.
 */
export function delimiterOf(text: string, names: readonly string[]): Delimiter {
  const known = new Set(names);
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of delimiters) {
    const { rows: headers } = firstRows(text, delimiter, 1);
    if ((headers[0]?.length ?? 0) < 2) continue;
    const [header = [], ...others] = firstRows(text, delimiter, maxRowsCompared).rows;
    const matches = header.filter((name) => known.has(name)).length;
    const equallyWide = others.filter(
      ({ length }) => length === header.length || length === header.length - 1,
    ).length;
    const score =
      1000 * matches + (100 * (equallyWide + 1)) / (others.length + 1) + Math.min(header.length, 99) / 100;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** The first rows of a text, and the lines on which they start. Ends before an incomplete or invalid row. */
export function firstRows(
  text: string,
  delimiter: string,
  maxRows: number,
  ended = false,
): { rows: string[][]; lines: number[] } {
  const found: { rows: string[][]; lines: number[] } = { rows: [], lines: [] };
  const ending = newlineOf(text, delimiter, ended);
  if (ending === null) return found;
  const whole = ended ? text + ending : text;
  const row = new CsvLine(delimiter);
  try {
    for (let start = 0; start < whole.length && found.rows.length < maxRows;) {
      const next = row.read(whole, start, ending.charCodeAt(0));
      if (next === -1) break;
      if (!row.isEmpty(start)) {
        found.rows.push(row.copies());
        found.lines.push(row.line);
      }
      row.line += row.endings + 1;
      start = next;
    }
  } catch {
    // The validation reports the invalid row; the rows before it are shown.
  }
  return found;
}
