/** What a grid asks of those who have the rows. */

/** A cell as it is shown. */
export type CellShown = {
  text: string;
  /** Read aloud instead of the text. */
  label?: string;
  /** Code in quiet letters: nothing that anybody reads. */
  quiet?: true;
};

/** How a column can be sorted: whether it is, and if not, why it can't be. */
export type ColumnSort = { direction: 'asc' | 'desc' | null; unavailable: string | undefined };

/** The rows that are chosen, by key, and who is told of a change. */
export type Selection = {
  chosen: ReadonlySet<string>;
  choose: (keys: readonly string[], chosen: boolean) => void;
};

/** Rows and how they are shown. The functions are the same from one drawing to the next. */
export type GridRows<Row> = {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Its number in the whole result, from 1. */
  numberOf: (row: Row) => number;
  cellOf: (row: Row, column: string) => CellShown;
};
