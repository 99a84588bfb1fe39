/** The properties of a grid. */
import type { FindText } from './findInRows.ts';
import type { ColumnSort, GridAction, GridRows, Selection } from './types.ts';
import type { GridModel } from './useGrid.ts';

export type GridProps<Row> = GridRows<Row> & {
  grid: GridModel;
  /** The accessible name. */
  label: string;
  /** The noun for a row: "record". */
  what: string;
  /** The number of rows of the whole result. */
  total: number;
  /** The number of rows of the result before these. */
  offset: number;
  /** The height of a row, in CSS pixels. */
  rowHeight?: number;
  /** Limits the height to that of its container, instead of a share of the window. */
  fill?: boolean;
  /** Other rows are being fetched. */
  busy?: boolean;
  sortOf: (column: string) => ColumnSort;
  /** @returns a sentence to announce. */
  onSort: (column: string) => string;
  selection?: Selection;
  /** Called by Enter, a double click, or a click on the row's number. */
  onOpen: (row: Row) => void;
  /** Called by the space bar on a cell. */
  onPeek?: (row: Row, column: string) => void;
  /** The searchable text of a cell; without it the grid has no find box. */
  findText?: FindText<Row>;
  /** Called with the pasted text and the column of the active cell. */
  onPaste?: (text: string, column: string) => void;
  /** More commands of the menu of a cell and of a column. */
  cellActions?: (row: Row, column: string) => GridAction[];
  columnActions?: (column: string) => GridAction[];
};

/** Which of the rows are selected. */
export function shareOf(chosen: ReadonlySet<string>, keys: readonly string[]): 'all' | 'some' | 'none' {
  const count = keys.filter((key) => chosen.has(key)).length;
  return count === 0 ? 'none' : count === keys.length ? 'all' : 'some';
}
