/** Copies cells as a table that spreadsheets paste. */
import type { GridRows } from './types.ts';
import type { Rectangle } from './cellRange.ts';

type CopyOptions<Row> = Pick<GridRows<Row>, 'rows' | 'cellOf' | 'copyOf'> & {
  /** The names of all visible columns. */
  names: readonly string[];
  /** The number of columns before the data. */
  leadingColumns: number;
  rectangle: Rectangle;
  /** Adds a row with the names of the columns. */
  headers: boolean;
};

/**
 * Writes cells into the clipboard, separated by tabs. A single cell is copied unchanged; in a table, values that a spreadsheet
 * would run as formulas get an apostrophe.
 * @throws {DOMException} if the browser refuses.
 */
export async function copyCells<Row>(options: CopyOptions<Row>): Promise<void> {
  const { rows, cellOf, copyOf, names, leadingColumns, headers } = options;
  const { top, bottom, left, right } = options.rectangle;
  const columns = names.slice(left - leadingColumns, right - leadingColumns + 1);
  const textOf = copyOf ?? ((row: Row, column: string) => cellOf(row, column).text);
  // Row 0 is the header.
  const cells = rows.slice(top - 1, bottom).map((row) => columns.map((column) => textOf(row, column)));
  const lines = headers ? [columns, ...cells] : cells;
  const [first] = lines;
  if (lines.length === 1 && first?.length === 1) return navigator.clipboard.writeText(first[0] ?? '');
  const { csvText } = await import('@cloakroom/ingest/csvText.ts');
  return navigator.clipboard.writeText(lines.map((line) => csvText(line, 'escaped', '\t')).join(''));
}
