/** The model behind a grid's columns: which are shown, in which order, and how wide. */
import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type Column,
  type Header,
} from '@tanstack/react-table';
import { useMemo } from 'react';

/** A column by its name. Numbers stand at the end of their cells. */
export type GridColumnDefinition = { name: string; numeric: boolean };

/** What a person has made of a grid's columns. Columns that it doesn't name stand behind the others, as they are. */
export type ColumnLayout = { order: string[]; hidden: string[]; widths: Record<string, number> };

const features = tableFeatures({
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnVisibilityFeature,
  columnMeta: {} as { numeric: boolean },
});
type Features = typeof features;
export type GridColumn = Column<Features, never>;
export type GridHeader = Header<Features, never>;

/** In CSS pixels. */
export const columnWidth = { size: 150, minSize: 40, maxSize: 1000 };

/** A width within the bounds of all columns. */
export const boundWidth = (width: number): number =>
  Math.min(columnWidth.maxSize, Math.max(columnWidth.minSize, Math.round(width)));

/** The rows are no business of the model's. */
const noRows: never[] = [];

/** @param start - the layout to begin with. */
export function useGrid(columns: readonly GridColumnDefinition[], start?: ColumnLayout | null) {
  const given = useMemo(
    () => columns.map(({ name, numeric }) => ({ id: name, header: name, meta: { numeric } })),
    [columns],
  );
  return useTable({
    features,
    columns: given,
    data: noRows,
    defaultColumn: columnWidth,
    columnResizeMode: 'onChange',
    initialState: start
      ? {
          columnOrder: start.order,
          columnVisibility: Object.fromEntries(start.hidden.map((name) => [name, false])),
          columnSizing: start.widths,
        }
      : {},
  });
}

export type GridModel = ReturnType<typeof useGrid>;

/** What a person has made of the columns so far. */
export function layoutOf({ state }: GridModel): ColumnLayout {
  const { columnOrder, columnVisibility, columnSizing } = state;
  const hidden = Object.keys(columnVisibility).filter((name) => columnVisibility[name] === false);
  return { order: columnOrder, hidden, widths: columnSizing };
}

/** Back to every column, in its own order and width. */
export function resetLayout(grid: GridModel): void {
  grid.resetColumnOrder(true);
  grid.resetColumnVisibility(true);
  grid.resetColumnSizing(true);
}

export const setWidth = (grid: GridModel, name: string, width: number): void =>
  grid.setColumnSizing((widths) => ({ ...widths, [name]: boundWidth(width) }));

/** Move a column among all of them, hidden ones included. */
export function moveColumn(grid: GridModel, name: string, by: -1 | 1): void {
  const names = grid.getAllLeafColumns().map(({ id }) => id);
  const at = names.indexOf(name);
  grid.setColumnOrder(names.toSpliced(at, 1).toSpliced(at + by, 0, name));
}
