/** Parses CSV text row by row into offsets of its cells. */
import { Cells, kinds, textBetween, type Kind } from './cells.ts';
import { newlinesIn } from './decode.ts';
import { isTooLong, limits, refuseTooLarge } from './limits.ts';
import { RowsError } from './rowsError.ts';

const [quote, space, lineFeed] = [34, 32, 10];

export const brokenQuote =
  'a closing quote is followed by more text. Double every quote inside a quoted cell.';

/** Whether `String.prototype.trim` removes the character. */
const isBlank = (code: number): boolean =>
  code <= space ? code === space || (code >= 9 && code <= 13) : code >= 160 && isWideBlank(code);

const isWideBlank = (code: number): boolean =>
  code === 0xa0 ||
  (code >= 0x1680 &&
    (code === 0x1680 ||
      (code >= 0x2000 && code <= 0x200a) ||
      code === 0x2028 ||
      code === 0x2029 ||
      code === 0x202f ||
      code === 0x205f ||
      code === 0x3000 ||
      code === 0xfeff));

/** One parsed row. Quotes count only at the start of a cell; inside them line endings are text. Cells are trimmed. */
export class CsvLine {
  /** The line of the file on which the row starts, from 1. */
  line = 1;
  /** The number of cells of the row in `cells`. */
  count = 0;
  readonly cells = new Cells(limits.columns);
  /** Line endings inside the row's quotes. */
  endings = 0;
  private readonly delimiter: number;

  constructor(delimiter: string) {
    this.delimiter = delimiter.charCodeAt(0);
  }

  /** Reads the row at `start`. Returns the offset of the next one, or -1 if the text ends first. */
  read(text: string, start: number, newline: number): number {
    const { cells, delimiter } = this;
    const end = text.length;
    cells.text = text;
    this.endings = 0;
    let at = start;
    for (let column = 0; ; column++) {
      if (column === limits.columns) refuseTooLarge(`Line ${this.line}`, 'columns');
      const from = at;
      let code = at < end ? text.charCodeAt(at) : newline;
      if (code === quote) {
        at = this.readQuoted(text, from + 1, newline, column);
        if (at === -1) return -1;
        code = text.charCodeAt(at);
      } else {
        while (code !== delimiter && code !== newline) {
          if (++at >= end) return -1;
          code = text.charCodeAt(at);
        }
        if (at >= end) return -1;
        this.put(column, kinds.text, from, at);
      }
      at++;
      if (code === newline) {
        this.count = column + 1;
        return at;
      }
    }
  }

  /** Whether the row is an empty line; a line of two quotes is not. */
  isEmpty(start: number): boolean {
    const { cells } = this;
    return this.count === 1 && cells.from[0] === cells.to[0] && cells.text.charCodeAt(start) !== quote;
  }

  /** Copies of the row's cells. */
  copies(): string[] {
    const { cells } = this;
    return Array.from({ length: this.count }, (_, i) =>
      textBetween(cells.text, cells.kind[i] as Kind, cells.from[i]!, cells.to[i]!),
    );
  }

  /** Reads a cell after its opening quote. Returns the offset of the character that ends it, or -1. */
  private readQuoted(text: string, from: number, newline: number, column: number): number {
    let kind: Kind = kinds.text;
    let to = text.indexOf('"', from);
    while (to !== -1 && text.charCodeAt(to + 1) === quote) {
      kind = kinds.doubled;
      to = text.indexOf('"', to + 2);
    }
    if (to === -1) return -1;
    this.put(column, kind, from, to);
    this.endings += newlinesIn(text, from, to, newline === lineFeed ? '\n' : '\r');
    for (let at = to + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === this.delimiter || code === newline) return at;
      if (!isBlank(code)) throw new RowsError('invalid-csv', `Line ${this.line}: ${brokenQuote}`);
    }
    return -1;
  }

  private put(column: number, kind: Kind, first: number, end: number): void {
    const { cells } = this;
    const { text } = cells;
    let from = first;
    let to = end;
    while (from < to && isBlank(text.charCodeAt(from))) from++;
    while (from < to && isBlank(text.charCodeAt(to - 1))) to--;
    if ((to - from) * 3 > limits.fieldBytes && isTooLong(textBetween(text, kind, from, to)))
      refuseTooLarge(`Line ${this.line}`, 'value');
    cells.set(column, kind, from, to);
  }
}

/** Whether a row starts with `\n` in a file whose lines end in `\r`. */
export const startsMixed = (text: string, start: number, newline: number): boolean =>
  newline !== lineFeed && text.charCodeAt(start) === lineFeed;
