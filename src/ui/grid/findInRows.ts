/** Searches the loaded rows of a grid. */
import type { CellPosition } from './gridKeys.ts';

/** The searchable text of a cell; undefined if it has none, for example if it is sealed. */
export type FindText<Row> = (row: Row, column: string) => string | undefined;

type FindOptions<Row> = {
  rows: readonly Row[];
  /** The names of all visible columns. */
  names: readonly string[];
  /** The number of columns before the data. */
  leadingColumns: number;
  textOf: FindText<Row>;
};

/** The cells that contain the text, row by row; ignoring case. */
export function findInRows<Row>(text: string, options: FindOptions<Row>): CellPosition[] {
  const { rows, names, leadingColumns, textOf } = options;
  const term = text.toLowerCase();
  if (term === '') return [];
  return rows.flatMap((row, at) =>
    names.flatMap((name, column) =>
      textOf(row, name)?.toLowerCase().includes(term)
        ? [{ row: at + 1, column: leadingColumns + column }]
        : [],
    ),
  );
}

/** Whether any cell can be found. */
export const hasFindable = <Row>({
  rows,
  names,
  textOf,
}: Omit<FindOptions<Row>, 'leadingColumns'>): boolean =>
  rows.some((row) => names.some((name) => textOf(row, name) !== undefined));
