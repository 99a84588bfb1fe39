/** The rows of a CSV file as cells: any size, any chunk borders, quoted line endings and all. */
import Papa from 'papaparse';
import { newlineOf, scanRow } from './csvScan.ts';
import { newlinesIn, type Chunks } from './decode.ts';
import { isTooLong, limits, refuseTooLarge } from './limits.ts';
import { RowsError } from './rowsError.ts';
import { readWindows } from './windows.ts';

/** A row and the line of the file on which it starts, from 1. Cells are trimmed. */
export type CsvRow = { line: number; cells: string[] };

export type CsvOptions = { delimiter?: string; window?: number };

/**
 * Read a CSV file row by row, in batches. Empty lines are skipped; rows may differ in length, which is for
 * the caller to judge.
 * @throws {RowsError} `invalid-csv` for broken quoting, `too-large` beyond the {@link limits}, `not-utf8`.
 */
export const readCsv = (chunks: Chunks, { delimiter = ',', window = limits.window }: CsvOptions = {}) =>
  readWindows(chunks, new CsvReader(delimiter), window);

const [quote, lineFeed] = [34, 10];

type Newline = '\n' | '\r';
type Step = { data: string[][]; errors: { message: string }[]; meta: { cursor: number } };

/**
 * Papa's parser, fed with whole rows only: what it may see in mid-row is never taken for an end. Where no quote
 * is in sight a row is what lies between line endings, and its cells what lies between delimiters.
 */
class CsvReader {
  rest = '';
  private readonly delimiter: string;
  private newline: Newline | null = null;
  private line = 1;

  constructor(delimiter: string) {
    this.delimiter = delimiter;
  }

  read(text: string, ended: boolean): CsvRow[] {
    this.newline ??= newlineOf(text, this.delimiter, ended);
    const rows: CsvRow[] = [];
    const read =
      this.newline === null ? 0 : this.parse(ended ? text + this.newline : text, this.newline, rows);
    this.rest = text.slice(read);
    this.checkUnfinished(ended);
    return rows;
  }

  /** Read the whole rows of a text and say how many characters they take. */
  private parse(text: string, newline: Newline, rows: CsvRow[]): number {
    return text.includes('"') ? this.parseQuoted(text, newline, rows) : this.parsePlain(text, newline, rows);
  }

  private parsePlain(text: string, newline: Newline, rows: CsvRow[]): number {
    let from = 0;
    for (let to = text.indexOf(newline); to !== -1; to = text.indexOf(newline, from)) {
      this.take(text.slice(from, to).split(this.delimiter), text.charCodeAt(from), rows);
      this.line++;
      from = to + 1;
    }
    return from;
  }

  private parseQuoted(text: string, newline: Newline, rows: CsvRow[]): number {
    let from = 0;
    const step = ({ data, errors, meta }: Step) => {
      if (errors[0]) throw new RowsError('invalid-csv', `Line ${this.line}: ${broken}`);
      this.take(data[0] ?? [], text.charCodeAt(from), rows);
      this.line += endingsIn(text, newline, from, meta.cursor);
      from = meta.cursor;
    };
    new Papa.Parser({ delimiter: this.delimiter, newline, step } as object).parse(text, 0, true);
    return from;
  }

  /** Take a row, given its cells and first character. A line of nothing but `""` is one; an empty line is not. */
  private take(cells: string[], first: number, rows: CsvRow[]) {
    if (first === lineFeed && this.newline === '\r')
      throw new RowsError('invalid-csv', `Line ${this.line}: ${mixed}`);
    const trimmed = this.trimmed(cells);
    if (trimmed.length > 1 || trimmed[0] !== '' || first === quote)
      rows.push({ line: this.line, cells: trimmed });
  }

  private trimmed(cells: string[]): string[] {
    if (cells.length > limits.columns) refuseTooLarge(`Line ${this.line}`, 'columns');
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i]!.trim();
      if (isTooLong(cell)) refuseTooLarge(`Line ${this.line}`, 'value');
      cells[i] = cell;
    }
    return cells;
  }

  /** An unfinished row is kept for the next text, unless it can no longer become a good one. */
  private checkUnfinished(ended: boolean) {
    if (ended ? this.rest === '' : this.rest.length <= limits.fieldBytes) return;
    const where = `Line ${this.line}`;
    const row = scanRow(this.rest, 0, this.delimiter);
    if (row.malformed) throw new RowsError('invalid-csv', `${where}: ${broken}`);
    if (ended) throw new RowsError('invalid-csv', `The row that starts on line ${this.line} ${unclosed}`);
    if (row.cells > limits.columns) refuseTooLarge(where, 'columns');
    // As written, a value of quotes alone is twice as long as it is.
    if (row.longest > 2 * limits.fieldBytes) refuseTooLarge(where, 'value');
    if (this.rest.length > limits.rowCharacters) refuseTooLarge(where, 'row');
  }
}

const broken = 'a closing quote is followed by more text. Double every quote inside a quoted cell.';
const unclosed = 'opens a quote that never closes.';
const mixed = 'the file mixes two kinds of line endings. Save it with one kind and select it again.';

function endingsIn(text: string, newline: Newline, from: number, to: number): number {
  if (newline === '\n') return newlinesIn(text, from, to);
  return text.slice(from, to).split('\r').length - 1;
}
