/** The rows and columns of a grid to render: all of a small grid, of a large one those near the viewport. */
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useDeferredValue, useLayoutEffect, useMemo, type RefObject } from 'react';
import { rowHeight } from './styles.ts';
import { slotsOf, type Slot } from './slots.ts';

/** Up to these numbers all rows and all columns are rendered. */
const maxPlainRows = 60;
const maxPlainColumns = 12;
/** The number of rows of a new grid in the first render; the others are deferred, which avoids a long task. */
const initialRows = 8;

/** Columns are added and removed in groups, since each change is a layout of the whole table. */
const stride = 8;
/** The minimum number of columns rendered on either side of the viewport. */
const overscan = 2;

const widened = (range: Range): Range => ({
  ...range,
  startIndex: Math.max(0, Math.floor((range.startIndex - overscan) / stride) * stride),
  endIndex: Math.min(range.count, Math.ceil((range.endIndex + 1 + overscan) / stride) * stride) - 1,
});

/** Extracts the visible range and the pinned index, which has or gets the focus. */
const withPinned = (kept: number) => (range: Range) => {
  const lines = defaultRangeExtractor(range);
  return kept < 0 || kept >= range.count || lines.includes(kept)
    ? lines
    : [...lines, kept].sort((a, b) => a - b);
};

const allOf = (sizes: readonly number[]): Slot[] => sizes.map((size, index) => ({ index, size }));

/** The first rows, and a gap for the others. */
function firstOf(rows: number, ready: number): Slot[] {
  const drawn = allOf(Array.from({ length: Math.min(rows, ready) }, () => rowHeight));
  return ready < rows ? [...drawn, { index: null, size: (rows - ready) * rowHeight }] : drawn;
}

type VisibleSlotsOptions = {
  frame: RefObject<HTMLDivElement | null>;
  rows: number;
  /** The height of the header, in CSS pixels. */
  head: number;
  /** The widths of the columns, in CSS pixels. */
  widths: readonly number[];
  /** The width of the sticky leading columns. */
  lead: number;
  /** The row and the column that are always rendered; -1: none. */
  kept: { row: number; column: number };
};

/** @returns the slots of both directions; the arrays are stable unless they change. */
export function useVisibleSlots(given: VisibleSlotsOptions): { rows: Slot[]; columns: Slot[] } {
  const { frame, rows, head, widths, lead, kept } = given;
  const manyRows = rows > maxPlainRows;
  const manyColumns = widths.length > maxPlainColumns;
  const shared = { getScrollElement: () => frame.current, useFlushSync: false };
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler is in use that could memoize it away
  const down = useVirtualizer({
    ...shared,
    enabled: manyRows,
    count: rows,
    estimateSize: () => rowHeight,
    scrollMargin: head,
    overscan: 6,
    rangeExtractor: withPinned(kept.row),
  });
  const across = useVirtualizer({
    ...shared,
    enabled: manyColumns,
    horizontal: true,
    count: widths.length,
    estimateSize: (index) => widths[index] ?? 0,
    scrollMargin: lead,
    overscan: 0,
    rangeExtractor: (range) => withPinned(kept.column)(widened(range)),
  });
  const sizes = widths.join();
  useLayoutEffect(() => across.measure(), [across, sizes]);

  const drawnRows = manyRows ? slotsOf(down.getVirtualItems(), head, head + rows * rowHeight) : null;
  const drawnColumns = manyColumns
    ? slotsOf(across.getVirtualItems(), lead, lead + across.getTotalSize())
    : allOf(widths);
  const ready = useDeferredValue(rows, initialRows);
  const everyRow = useMemo(() => (manyRows ? [] : firstOf(rows, ready)), [manyRows, rows, ready]);
  return { rows: drawnRows ?? everyRow, columns: useSame(drawnColumns) };
}

/** Keeps the array while its content is the same. */
function useSame(slots: Slot[]): Slot[] {
  const key = slots.map(({ index, size }) => `${index ?? ''}:${size}`).join();
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the key contains the whole content
  return useMemo(() => slots, [key]);
}
