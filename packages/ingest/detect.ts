/** What the first bytes of a file say of how it is to be read. A person may know better: all of it can be corrected. */
import { delimiters, type Delimiter, type Encoding } from '@cloakroom/contract/parseOptions.ts';
import { CsvLine } from './csvLine.ts';
import { newlineOf } from './csvScan.ts';
import { wholeCharacters } from './decode.ts';
import { markBytes } from './encoding.ts';

/** As much of a file as a guess needs. */
export const detectionBytes = 64 * 1024;

/** A byte-order mark decides; then whether the bytes are UTF-8; then where zeros lie; the rest is a guess. */
export function encodingOf(head: Uint8Array): { encoding: Encoding; sure: boolean } {
  const marked = (['utf-8', 'utf-16le', 'utf-16be'] as const).find((each) => markBytes(head, each) > 0);
  if (marked) return { encoding: marked, sure: true };
  const wide = zerosIn(head);
  if (wide) return { encoding: wide, sure: true };
  const sure = isUtf8(head);
  return { encoding: sure ? 'utf-8' : oneByteGuess(head), sure };
}

function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head.subarray(0, wholeCharacters(head, head.length)));
    return true;
  } catch {
    return false;
  }
}

/** Delimiters, digits and line endings have a zero byte in UTF-16; in no other encoding has a text many. */
function zerosIn(head: Uint8Array): Encoding | null {
  const zeros = [0, 0];
  for (let at = head.indexOf(0); at >= 0; at = head.indexOf(0, at + 1)) zeros[at % 2]!++;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < head.length / 20) return null;
  if (even > 4 * odd) return isDividedBy(head, 'big') ? 'utf-16be' : null;
  return odd > 4 * even && isDividedBy(head, 'little') ? 'utf-16le' : null;
}

/** Line feeds, carriage returns, tabs, commas and braces. Other signs are halves of common letters in Cyrillic. */
const dividing = [9, 10, 13, 44, 123, 125];

/** Whether the bytes that would divide a file are halves of characters in UTF-16. A NUL in a cell of UTF-8 leaves them whole. */
function isDividedBy(head: Uint8Array, end: 'little' | 'big'): boolean {
  let [halves, whole] = [0, 0];
  for (let at = 0; at < head.length; at++) {
    if (!dividing.includes(head[at]!)) continue;
    const isHalf = end === 'little' ? at % 2 === 0 && head[at + 1] === 0 : at % 2 === 1 && head[at - 1] === 0;
    if (isHalf) halves++;
    else whole++;
  }
  return halves > whole;
}

/** Western letters with accents stand alone between plain ones; words in Cyrillic are made of high bytes throughout. */
function oneByteGuess(head: Uint8Array): Encoding {
  let [high, joined] = [0, 0];
  for (let at = 1; at < head.length; at++) {
    if (head[at]! < 0xc0) continue;
    high++;
    if (head[at - 1]! >= 0xc0) joined++;
  }
  return joined > high / 2 ? 'windows-1251' : 'windows-1252';
}

/** Rows that are held against each other. */
const rowsCompared = 100;

/**
 * The delimiter that gives the header most of the fields' names, and then the rows most often the header's width.
 * Each is tried with the reader itself, so delimiters inside quotes don't count.
 */
export function delimiterOf(text: string, names: readonly string[]): Delimiter {
  const known = new Set(names);
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of delimiters) {
    const { rows: headers } = firstRows(text, delimiter, 1);
    if ((headers[0]?.length ?? 0) < 2) continue;
    const [header = [], ...others] = firstRows(text, delimiter, rowsCompared).rows;
    const matches = header.filter((name) => known.has(name)).length;
    const even = others.filter(
      ({ length }) => length === header.length || length === header.length - 1,
    ).length;
    const score =
      1000 * matches + (100 * (even + 1)) / (others.length + 1) + Math.min(header.length, 99) / 100;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** The first rows of a text with the lines they start on. One that the text cuts off is left out; broken ones end it. */
export function firstRows(
  text: string,
  delimiter: string,
  most: number,
  ended = false,
): { rows: string[][]; lines: number[] } {
  const found: { rows: string[][]; lines: number[] } = { rows: [], lines: [] };
  const ending = newlineOf(text, delimiter, ended);
  if (ending === null) return found;
  const whole = ended ? text + ending : text;
  const row = new CsvLine(delimiter);
  try {
    for (let start = 0; start < whole.length && found.rows.length < most;) {
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
    // The checking says what is broken; what is readable is shown.
  }
  return found;
}
