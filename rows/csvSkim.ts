/** Passes over the good rows of a CSV file as bytes, without making text of them. Whatever it doubts is left to the reader of text. */
import type { Field } from '#contract/fields.ts';
import { byteGlance, isBlank, type ByteGlance } from './byteGlance.ts';
import type { Header } from './csvHeader.ts';
import { limits } from './limits.ts';
import { afterCharacter } from './utf8.ts';

const [quote, lineFeed] = [34, 10];

/** A table of the bytes at which a walk has to stop: those given, and all that are not ASCII. */
function stopsAt(...codes: number[]): Uint8Array {
  const stops = new Uint8Array(256).fill(1, 128);
  for (const code of codes) stops[code] = 1;
  return stops;
}

/**
 * Where the first byte is that a table marks; there must be one. Eight looks a round, because a round's own upkeep costs
 * more than a look.
 */
function stopIn(stops: Uint8Array, bytes: Uint8Array, from: number): number {
  for (let at = from; ; at += 8) {
    if (stops[bytes[at]!] !== 0) return at;
    if (stops[bytes[at + 1]!] !== 0) return at + 1;
    if (stops[bytes[at + 2]!] !== 0) return at + 2;
    if (stops[bytes[at + 3]!] !== 0) return at + 3;
    if (stops[bytes[at + 4]!] !== 0) return at + 4;
    if (stops[bytes[at + 5]!] !== 0) return at + 5;
    if (stops[bytes[at + 6]!] !== 0) return at + 6;
    if (stops[bytes[at + 7]!] !== 0) return at + 7;
  }
}

/** Where the characters end that begin at `from` with bytes that are not ASCII; -1 where one is none. */
function afterWide(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  do at = afterCharacter(bytes, at, end);
  while (at !== -1 && bytes[at]! >= 0x80);
  return at;
}

const isEmpty = (bytes: Uint8Array, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (!isBlank(bytes[at]!)) return false;
  return true;
};

/** What may begin a line that wide blanks make as good as empty. */
const mayBeWideBlank = (byte: number): boolean => byte >= 0x80 || isBlank(byte);

/** Follows rows that end in `\n`. All places are offsets into the bytes; -1 means that the text's reader has to look. */
export class CsvSkim {
  /** Line endings that the last pass has passed over, those of empty lines and in quotes included. */
  endings = 0;
  /** Good rows that it has passed over. */
  private rows = 0;
  private readonly delimiter: number;
  /** By column; null where any text is good. */
  private readonly glances: (ByteGlance | null)[];
  private readonly told: (rows: number) => void;
  private readonly linked: boolean;
  private readonly plainStops: Uint8Array;
  private readonly quotedStops = stopsAt(quote, lineFeed);
  /** Line endings in the quotes of the row so far. */
  private inside = 0;
  /** The cell has two quotes for one. */
  private doubled = false;

  /** @param told - how many good rows each pass has passed over. */
  constructor(
    { columns, linked }: Header,
    fields: readonly Field[],
    delimiter: string,
    told: (rows: number) => void,
  ) {
    this.delimiter = delimiter.charCodeAt(0);
    this.plainStops = stopsAt(this.delimiter, lineFeed);
    this.linked = linked;
    this.glances = columns.map((number) => (number < 0 ? null : byteGlance(fields[number]!)));
    this.told = told;
  }

  /** Pass over whole good rows from the front of the bytes; gives the place where the first other one begins. */
  pass(bytes: Uint8Array, end: number): number {
    this.rows = 0;
    this.endings = 0;
    // Every walk stops at the ending of the last whole row, so none has to look out for the end of the bytes.
    const stop = bytes.subarray(0, end).lastIndexOf(lineFeed) + 1;
    let start = 0;
    while (start < stop) {
      const next = this.afterRow(bytes, start, stop);
      if (next === -1) break;
      start = next;
    }
    this.told(this.rows);
    return start;
  }

  /** Where the next row begins if this one is good, or an empty line. */
  private afterRow(bytes: Uint8Array, start: number, end: number): number {
    const { glances } = this;
    const width = glances.length;
    this.inside = 0;
    let at = start;
    for (let column = 0; ; column++) {
      const quoted = bytes[at] === quote;
      const from = quoted ? at + 1 : at;
      this.doubled = false;
      const to = quoted ? this.closingQuote(bytes, from, end) : this.cellEnd(bytes, from, end);
      at = quoted && to !== -1 ? this.afterBlanks(bytes, to + 1) : to;
      if (at === -1) return -1;
      const last = bytes[at] === lineFeed;
      if (last && column === 0 && !quoted) {
        if (isEmpty(bytes, from, to)) {
          this.endings++;
          return at + 1;
        }
        if (mayBeWideBlank(bytes[from]!)) return -1;
      }
      const good =
        column < width
          ? this.isGood(glances[column]!, bytes, from, to)
          : column === width && this.linked && isEmpty(bytes, from, to);
      if (!good) return -1;
      at++;
      if (!last) continue;
      if (column < width - 1) return -1;
      this.rows++;
      this.endings += this.inside + 1;
      return at;
    }
  }

  /** Two quotes that stand for one are no quotes in what a glance looks for. */
  private isGood(glance: ByteGlance | null, bytes: Uint8Array, from: number, to: number): boolean {
    return glance === null ? to - from <= limits.fieldBytes : !this.doubled && glance(bytes, from, to);
  }

  /** Where a cell without quotes ends. */
  private cellEnd(bytes: Uint8Array, from: number, end: number): number {
    const { plainStops } = this;
    let at = from;
    for (;;) {
      at = stopIn(plainStops, bytes, at);
      if (bytes[at]! < 0x80) return at;
      at = afterWide(bytes, at, end);
      if (at === -1) return -1;
    }
  }

  /** Where the quote is that closes a cell. */
  private closingQuote(bytes: Uint8Array, from: number, end: number): number {
    const { quotedStops } = this;
    let at = from;
    for (;;) {
      at = stopIn(quotedStops, bytes, at);
      const byte = bytes[at]!;
      if (byte >= 0x80) {
        at = afterWide(bytes, at, end);
        if (at === -1) return -1;
      } else if (byte === lineFeed) {
        this.inside++;
        if (++at === end) return -1;
      } else if (bytes[at + 1] === quote) {
        this.doubled = true;
        at += 2;
      } else return at;
    }
  }

  /** Where the delimiter or line ending is that follows a closing quote and blanks. */
  private afterBlanks(bytes: Uint8Array, from: number): number {
    for (let at = from; ; at++) {
      const byte = bytes[at]!;
      if (byte === this.delimiter || byte === lineFeed) return at;
      if (!isBlank(byte)) return -1;
    }
  }
}
