/** Which rows and columns of a grid are drawn: all of a small one, of a large one those near the eye. */
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useDeferredValue, useLayoutEffect, useMemo, type RefObject } from 'react';
import { rowHeight } from './styles.ts';
import { slotsOf, type Slot } from './slots.ts';

/** Up to here every row, and every column, is simply there. */
const maxPlainRows = 60;
const maxPlainColumns = 12;
/** Of the rows of a new grid so many are drawn at once, the others a moment later: no task of the page takes long. */
const initialRows = 8;

/** Columns come and go by so many at once: each change lays the whole table out anew. */
const stride = 8;
/** At least so many are drawn on either side of those in sight. */
const overscan = 2;

const widened = (range: Range): Range => ({
  ...range,
  startIndex: Math.max(0, Math.floor((range.startIndex - overscan) / stride) * stride),
  endIndex: Math.min(range.count, Math.ceil((range.endIndex + 1 + overscan) / stride) * stride) - 1,
});

/** Draws what is near, and one line wherever the eye is: the one that has the focus, or will get it. */
const withPinned = (kept: number) => (range: Range) => {
  const lines = defaultRangeExtractor(range);
  return kept < 0 || kept >= range.count || lines.includes(kept)
    ? lines
    : [...lines, kept].sort((a, b) => a - b);
};

const allOf = (sizes: readonly number[]): Slot[] => sizes.map((size, index) => ({ index, size }));

/** The rows that are ready, and a gap in the place of the others. */
function firstOf(rows: number, ready: number): Slot[] {
  const drawn = allOf(Array.from({ length: Math.min(rows, ready) }, () => rowHeight));
  return ready < rows ? [...drawn, { index: null, size: (rows - ready) * rowHeight }] : drawn;
}

type VisibleSlotsOptions = {
  frame: RefObject<HTMLDivElement | null>;
  rows: number;
  /** Height of what stands above the rows, in CSS pixels. */
  head: number;
  /** Of the columns, in CSS pixels. */
  widths: readonly number[];
  /** Width of what stands before the columns and stays in sight. */
  lead: number;
  /** The row and the column that stay drawn; -1 for none. */
  kept: { row: number; column: number };
};

/** @returns what is drawn in each direction; the same array as long as nothing has changed. */
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

/** The array of before while it says the same. */
function useSame(slots: Slot[]): Slot[] {
  const key = slots.map(({ index, size }) => `${index ?? ''}:${size}`).join();
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the key says all that is in it
  return useMemo(() => slots, [key]);
}
