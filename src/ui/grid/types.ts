/** Types of the rows and cells of a grid. */
import type { IconName } from '#src/ui/Icon.tsx';

/** The content of a cell. */
export type CellShown = {
  text: string;
  /** Read aloud instead of the text. */
  label?: string;
  /** Muted monospace text, for sealed values. */
  quiet?: true;
};

/** The sort direction of a column, and why it can't be sorted. */
export type ColumnSort = { direction: 'asc' | 'desc' | null; unavailable: string | undefined };

/** The keys of the selected rows, and the callback for changes. */
export type Selection = {
  chosen: ReadonlySet<string>;
  choose: (keys: readonly string[], chosen: boolean) => void;
};

/** The rows and their accessors, which have to be stable between renders. */
export type GridRows<Row> = {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The number in the whole result, from 1. */
  numberOf: (row: Row) => number;
  cellOf: (row: Row, column: string) => CellShown;
  /** The whole value for the clipboard; the shown text by default. */
  copyOf?: (row: Row, column: string) => string;
};

/** A command of the menu of a cell or a column. */
export type GridAction = { label: string; icon: IconName; run: () => void };
