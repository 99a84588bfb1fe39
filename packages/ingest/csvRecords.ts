/** The rows of a CSV file as drafts of records. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { Cells, kinds, type Kind } from './cells.ts';
import { readCsvLines } from './csv.ts';
import { readHeader, type Header } from './csvHeader.ts';
import type { CsvLine } from './csvLine.ts';
import { csvTable } from './csvTable.ts';
import type { Chunks } from './decode.ts';
import { noProblems, rowLabel, type Draft, type RecordTarget } from './draft.ts';
import { limits } from './limits.ts';
import { RowScanner } from './rowScanner.ts';
import { refusesEmpty } from './textLimits.ts';

const lineFeed = 10;

type Options = {
  delimiter?: string | undefined;
  window?: number;
  /** If set, valid rows are skipped instead of passed to `onDraft`; called with their number. */
  onSkipped?: ((rows: number) => void) | undefined;
  byteOffset?: number | undefined;
};

/**
 * Reads records whose first row names the fields. A last header cell `schema_id:<id>` must name the target; rows lack that
 * cell or leave it empty, as spreadsheets do. Cells take their type from the schema: '' is text and not a number, but
 * absent if the field is optional and its limits forbid empty text.
 * @param onDraft - must copy the values it stores: the next draft overwrites them.
 * @returns a stream that yields after each window of the file.
 * @throws {RowsError} as {@link readCsvLines}, and `wrong-header`.
 */
export function csvRecords(
  chunks: Chunks,
  target: RecordTarget,
  onDraft: (draft: Draft<Cells>) => void,
  { delimiter = ',', window = limits.window, onSkipped, byteOffset }: Options = {},
): AsyncGenerator<void> {
  let drafts: Drafts | null = null;
  let scanner: RowScanner | null = null;
  const onRow = (row: CsvLine) => {
    if (drafts) onDraft(drafts.of(row));
    else {
      const header = readHeader({ line: row.line, cells: row.copies() }, target);
      drafts = new Drafts(header, target.fields, row);
      const table = onSkipped ? csvTable(header, target.fields, delimiter.charCodeAt(0)) : null;
      if (table && onSkipped) scanner = new RowScanner(table, lineFeed, onSkipped);
    }
  };
  return readCsvLines(chunks, onRow, { delimiter, window, scanner: () => scanner, byteOffset });
}

/** Assigns the cells of rows to fields. */
class Drafts {
  private readonly header: Header;
  private readonly values: Cells;
  /** By field: whether its cells are text, and whether empty cells are. */
  private readonly isText: boolean[];
  private readonly isEmptyText: boolean[];
  private readonly draft: Draft<Cells> & { row: number };

  constructor(header: Header, fields: readonly Field[], line: CsvLine) {
    this.header = header;
    this.values = new Cells(fields.length);
    this.isText = fields.map(({ type }) => type === 'string');
    this.isEmptyText = fields.map(
      (field) => field.type === 'string' && (field.required || !refusesEmpty(field)),
    );
    this.draft = { row: 0, values: this.values, problems: noProblems, written: () => line.copies() };
  }

  of(line: CsvLine): Draft<Cells> {
    const { line: row, count, cells } = line;
    const { draft, values, isText, isEmptyText } = this;
    const { columns, linked } = this.header;
    const width = columns.length;
    const isPadded = linked && count === width + 1 && cells.from[width] === cells.to[width];
    if (count !== width && !isPadded) return raggedDraft(line, width);
    values.text = cells.text;
    for (let column = 0; column < width; column++) {
      const number = columns[column]!;
      if (number < 0) continue;
      const from = cells.from[column]!;
      const to = cells.to[column]!;
      const text = cells.kind[column] as Kind;
      const kind =
        from === to ? (isEmptyText[number] ? text : kinds.absent) : isText[number] ? text : kinds.number;
      values.set(number, kind, from, to);
    }
    draft.row = row;
    return draft;
  }
}

function raggedDraft(line: CsvLine, width: number): Draft<Cells> {
  const row = line.line;
  const message = `This row has ${line.count} ${line.count === 1 ? 'cell' : 'cells'}, not ${width} as the header says.`;
  return {
    row,
    values: null,
    problems: [{ row: rowLabel('csv', row), field: '', message }],
    written: () => line.copies(),
  };
}
