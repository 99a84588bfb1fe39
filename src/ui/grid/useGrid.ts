/** The column model of a grid: visibility, order and widths. */
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type Column,
  type Header,
} from '@tanstack/react-table';
import { useMemo } from 'react';

/**
 * Numeric columns are aligned to the end. `title` is shown in the place of the name. `width` in CSS pixels, for columns whose width
 * was not chosen.
 */
export type GridColumnDefinition = { name: string; title?: string; numeric: boolean; width?: number };

/** The layout chosen by the user. Columns that it doesn't name are appended unchanged. */
export type ColumnLayout = {
  order: string[];
  hidden: string[];
  /** The columns that stay at the start while the others scroll. */
  pinned: string[];
  widths: Record<string, number>;
};

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnVisibilityFeature,
  columnMeta: {} as { numeric: boolean },
});
type Features = typeof features;
export type GridColumn = Column<Features, never>;
export type GridHeader = Header<Features, never>;

/** What the header of a column shows. */
export const columnTitle = ({ id, columnDef: { header } }: GridColumn): string =>
  typeof header === 'string' ? header : id;

/** In CSS pixels. */
export const columnWidth = { size: 150, minSize: 40, maxSize: 1000 };

/** Clamps a width to the bounds of all columns. */
export const boundWidth = (width: number): number =>
  Math.min(columnWidth.maxSize, Math.max(columnWidth.minSize, Math.round(width)));

/** The model does not need the rows. */
const noRows: never[] = [];

/** @param initialLayout - null or undefined for the default. */
export function useGrid(columns: readonly GridColumnDefinition[], initialLayout?: ColumnLayout | null) {
  const definitions = useMemo(
    () =>
      columns.map(({ name, title = name, numeric, width }) => ({
        id: name,
        header: title,
        meta: { numeric },
        ...(width !== undefined && { size: boundWidth(width) }),
      })),
    [columns],
  );
  return useTable({
    features,
    columns: definitions,
    data: noRows,
    defaultColumn: columnWidth,
    columnResizeMode: 'onChange',
    initialState: initialLayout
      ? {
          columnOrder: initialLayout.order,
          columnPinning: { start: initialLayout.pinned, end: [] },
          columnVisibility: Object.fromEntries(initialLayout.hidden.map((name) => [name, false])),
          columnSizing: initialLayout.widths,
        }
      : {},
  });
}

export type GridModel = ReturnType<typeof useGrid>;

/** The current layout. */
export function layoutOf({ state }: GridModel): ColumnLayout {
  const { columnOrder, columnPinning, columnVisibility, columnSizing } = state;
  const hidden = Object.keys(columnVisibility).filter((name) => columnVisibility[name] === false);
  return { order: columnOrder, hidden, pinned: columnPinning.start, widths: columnSizing };
}

/** The visible columns in their order: pinned ones first. */
export const shownColumns = (grid: GridModel): GridColumn[] => [
  ...grid.getStartVisibleLeafColumns(),
  ...grid.getCenterVisibleLeafColumns(),
];

export function togglePinned(grid: GridModel, name: string): void {
  const column = grid.getColumn(name);
  column?.pin(column.getIsPinned() === false ? 'start' : false);
}

/** Replaces visibility, order, pinning and widths. */
export function applyLayout(grid: GridModel, { order, hidden, pinned, widths }: ColumnLayout): void {
  grid.setColumnOrder(order);
  grid.setColumnPinning({ start: pinned, end: [] });
  grid.setColumnVisibility(Object.fromEntries(hidden.map((name) => [name, false])));
  grid.setColumnSizing(widths);
}

/** Resets visibility, order, pinning and widths. */
export function resetLayout(grid: GridModel): void {
  grid.resetColumnOrder(true);
  grid.resetColumnPinning(true);
  grid.resetColumnVisibility(true);
  grid.resetColumnSizing(true);
}

export const setWidth = (grid: GridModel, name: string, width: number): void =>
  grid.setColumnSizing((widths) => ({ ...widths, [name]: boundWidth(width) }));

/** Moves a column among all columns, hidden ones included. */
export function moveColumn(grid: GridModel, name: string, by: -1 | 1): void {
  const names = grid.getAllLeafColumns().map(({ id }) => id);
  const at = names.indexOf(name);
  grid.setColumnOrder(names.toSpliced(at, 1).toSpliced(at + by, 0, name));
}

/** The distances of pinned columns from the start, by name, in CSS pixels. */
export function pinnedOffsets(grid: GridModel, leadingWidth: number): Record<string, number> {
  let offset = leadingWidth;
  return Object.fromEntries(
    grid.getStartVisibleLeafColumns().map((column) => {
      const own = offset;
      offset += column.getSize();
      return [column.id, own] as const;
    }),
  );
}
