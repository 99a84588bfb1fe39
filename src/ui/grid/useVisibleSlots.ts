/** The rows and columns of a grid to render: all of a small grid, and those near the viewport of a large grid. */
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useDeferredValue, useLayoutEffect, useMemo, type RefObject } from 'react';
import { rowHeight as defaultRowHeight } from './styles.ts';
import { slotsOf, type Slot } from './slots.ts';

/** Up to these numbers all rows and all columns are rendered. */
const maxPlainRows = 60;
const maxPlainColumns = 12;
/** The number of rows of a new grid in the first render; the others are deferred, which avoids a long task. */
const initialRows = 8;

/** Columns are added and removed in groups, since each change is a layout of the whole table. */
const stride = 4;
/** The minimum number of columns rendered on either side of the viewport. */
const overscan = 1;

const widenRange = (range: Range): Range => ({
  ...range,
  startIndex: Math.max(0, Math.floor((range.startIndex - overscan) / stride) * stride),
  endIndex: Math.min(range.count, Math.ceil((range.endIndex + 1 + overscan) / stride) * stride) - 1,
});

/**
 * Extracts the sticky first columns, the visible range, the pinned index, which has or gets the focus, and its neighbours, so that
 * the Tab key finds the next one even if it is pressed before scrolling has rendered it.
 */
const withPinned =
  (pinned: number, leading = 0) =>
  (range: Range) => {
    const lines = defaultRangeExtractor(range);
    if (pinned < 0 && leading === 0) return lines;
    const focusable = [
      ...Array.from({ length: leading }, (_, index) => index),
      ...(pinned < 0 ? [] : [pinned - 1, pinned, pinned + 1]),
    ].filter((index) => index >= 0 && index < range.count);
    return [...new Set([...lines, ...focusable])].sort((a, b) => a - b);
  };

const allOf = (sizes: readonly number[]): Slot[] => sizes.map((size, index) => ({ index, size }));

/** The first rows, and a gap for the others. */
function firstOf(rows: number, renderedCount: number, rowHeight: number): Slot[] {
  const rendered = allOf(Array.from({ length: Math.min(rows, renderedCount) }, () => rowHeight));
  return renderedCount < rows
    ? [...rendered, { index: null, size: (rows - renderedCount) * rowHeight }]
    : rendered;
}

type VisibleSlotsOptions = {
  frame: RefObject<HTMLDivElement | null>;
  rows: number;
  /** The height of a row, in CSS pixels. */
  rowHeight?: number;
  /** The height of the header, in CSS pixels. */
  headerHeight: number;
  /** The widths of the columns, in CSS pixels. */
  widths: readonly number[];
  /** The width of the sticky leading columns. */
  leadingWidth: number;
  /** The number of first columns that are always rendered. */
  stickyColumns?: number;
  /** The row and the column that are always rendered; -1: none. */
  pinned: { row: number; column: number };
};

/** @returns the slots of both directions; the arrays are stable unless they change. */
export function useVisibleSlots(options: VisibleSlotsOptions): { rows: Slot[]; columns: Slot[] } {
  const { frame, rows, rowHeight = defaultRowHeight, headerHeight, widths, leadingWidth, pinned } = options;
  const { stickyColumns = 0 } = options;
  const manyRows = rows > maxPlainRows;
  const manyColumns = widths.length > maxPlainColumns;
  const shared = { getScrollElement: () => frame.current, useFlushSync: false };
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler is in use that could memoize it away
  const rowVirtualizer = useVirtualizer({
    ...shared,
    enabled: manyRows,
    count: rows,
    estimateSize: () => rowHeight,
    scrollMargin: headerHeight,
    overscan: 3,
    rangeExtractor: withPinned(pinned.row),
  });
  const columnVirtualizer = useVirtualizer({
    ...shared,
    enabled: manyColumns,
    horizontal: true,
    count: widths.length,
    estimateSize: (index) => widths[index] ?? 0,
    scrollMargin: leadingWidth,
    overscan: 0,
    rangeExtractor: (range) => withPinned(pinned.column, stickyColumns)(widenRange(range)),
  });
  useLayoutEffect(() => rowVirtualizer.measure(), [rowVirtualizer, rowHeight]);
  const sizes = widths.join();
  useLayoutEffect(() => columnVirtualizer.measure(), [columnVirtualizer, sizes]);

  const visibleRows = manyRows
    ? slotsOf(rowVirtualizer.getVirtualItems(), headerHeight, headerHeight + rows * rowHeight)
    : null;
  const visibleColumns = manyColumns
    ? slotsOf(
        columnVirtualizer.getVirtualItems(),
        leadingWidth,
        leadingWidth + columnVirtualizer.getTotalSize(),
      )
    : allOf(widths);
  const renderedCount = useDeferredValue(rows, initialRows);
  const plainRows = useMemo(
    () => (manyRows ? [] : firstOf(rows, renderedCount, rowHeight)),
    [manyRows, rows, renderedCount, rowHeight],
  );
  return { rows: visibleRows ?? plainRows, columns: useSame(visibleColumns) };
}

/** Keeps the array while its content is the same. */
function useSame(slots: Slot[]): Slot[] {
  const key = slots.map(({ index, size }) => `${index ?? ''}:${size}`).join();
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the key contains the whole content
  return useMemo(() => slots, [key]);
}
