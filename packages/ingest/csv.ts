/** Reads the rows of a CSV stream of any size, with quoted line endings and arbitrary chunk boundaries. */
import { brokenQuote, CsvLine, startsMixed } from './csvLine.ts';
import { newlineOf, scanRow } from './csvScan.ts';
import type { Chunks } from './decode.ts';
import { limits, refuseTooLarge } from './limits.ts';
import { RowsError } from './rowsError.ts';
import { readWindows, type RowReader } from './windows.ts';

/** Skips rows without decoding; `endings` counts the line endings that the last call skipped. */
type RowSkipper = { skipRows(bytes: Uint8Array, end: number): number; readonly endings: number };

type CsvOptions = {
  delimiter?: string;
  window?: number;
  /** Skips valid rows that end in `\n`; returns null until its table exists. */
  scanner?: () => RowSkipper | null;
  /** Added to byte offsets of the stream in messages. */
  byteOffset?: number | undefined;
};

/**
 * Reads a CSV file and calls `onRow` with each row. Empty lines are skipped; rows may differ in length.
 * @param onRow - must copy the values it stores: the next row overwrites them.
 * @returns a stream that yields after each window of the file.
 * @throws {RowsError} `invalid-csv` for broken quoting, `too-large` beyond the {@link limits}, `not-utf8`.
 */
export const readCsvLines = (
  chunks: Chunks,
  onRow: (row: CsvLine) => void,
  { delimiter = ',', window = limits.window, scanner = () => null, byteOffset }: CsvOptions = {},
): AsyncGenerator<void> => readWindows(chunks, new CsvReader(delimiter, onRow, scanner), window, byteOffset);

class CsvReader implements RowReader {
  rest = '';
  private readonly delimiter: string;
  private readonly onRow: (row: CsvLine) => void;
  private readonly row: CsvLine;
  private readonly scanner: () => RowSkipper | null;
  private newline: '\n' | '\r' | null = null;

  constructor(delimiter: string, onRow: (row: CsvLine) => void, scanner: () => RowSkipper | null) {
    this.delimiter = delimiter;
    this.onRow = onRow;
    this.scanner = scanner;
    this.row = new CsvLine(delimiter);
  }

  get line(): number {
    return this.row.line;
  }

  /** As {@link RowReader}. */
  skipRows(bytes: Uint8Array, end: number): number {
    const scanner = this.newline === '\n' ? this.scanner() : null;
    if (scanner === null) return 0;
    const start = scanner.skipRows(bytes, end);
    this.row.line += scanner.endings;
    return start;
  }

  read(text: string, ended: boolean): void {
    this.newline ??= newlineOf(text, this.delimiter, ended);
    const read = this.newline === null ? 0 : this.readRows(ended ? text + this.newline : text, this.newline);
    this.rest = text.slice(read);
    this.checkUnfinished(ended);
  }

  /** Reads the complete rows of a text. Returns the number of characters read. */
  private readRows(text: string, ending: '\n' | '\r'): number {
    const { row, onRow } = this;
    const newline = ending.charCodeAt(0);
    let start = 0;
    while (start < text.length) {
      if (startsMixed(text, start, newline)) throw new RowsError('invalid-csv', `Line ${row.line}: ${mixed}`);
      const next = row.read(text, start, newline);
      if (next === -1) break;
      if (!row.isEmpty(start)) onRow(row);
      row.line += row.endings + 1;
      start = next;
    }
    return start;
  }

  /** Refuses an incomplete row that cannot become valid, or that exceeds a limit. */
  private checkUnfinished(ended: boolean) {
    if (ended ? this.rest === '' : this.rest.length <= limits.fieldBytes) return;
    const { line } = this.row;
    const where = `Line ${line}`;
    const row = scanRow(this.rest, 0, this.delimiter);
    if (row.malformed) throw new RowsError('invalid-csv', `${where}: ${brokenQuote}`);
    if (ended) throw new RowsError('invalid-csv', `The row that starts on line ${line} ${unclosed}`);
    if (row.cells > limits.columns) refuseTooLarge(where, 'columns');
    // Doubled quotes make a value up to twice as long as written.
    if (row.longest > 2 * limits.fieldBytes) refuseTooLarge(where, 'value');
    if (this.rest.length > limits.rowCharacters) refuseTooLarge(where, 'row');
  }
}

const unclosed = 'opens a quote that never closes.';
const mixed = 'the file mixes two kinds of line endings. Save it with one kind and select it again.';
