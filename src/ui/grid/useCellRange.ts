/** The selected range of cells: by Shift and the arrow keys, by dragging, by Shift and a click, or by two taps. */
import { useRef, useState, type MouseEvent } from 'react';
import { cellCountText, rectangleOf, type CellRange, type Rectangle } from './cellRange.ts';
import type { CellPosition, GridSize } from './gridKeys.ts';

type CellRangeOptions = Pick<GridSize, 'rows' | 'columns'> & {
  /** The number of columns before the data, which no range contains. */
  leadingColumns: number;
  /** Identifies the rows; the range is dropped when they change. */
  rowsKey: string;
  positionOf: (target: Element) => CellPosition | null;
  onAnnounce: (sentence: string) => void;
};

export function useCellRange(options: CellRangeOptions) {
  const { rows, columns, leadingColumns, rowsKey, positionOf, onAnnounce } = options;
  const [stored, setStored] = useState<{ range: CellRange; rowsKey: string }>();
  /** Where a drag has begun. */
  const dragStart = useRef<CellPosition>(null);
  /** The first corner of a range; the next cell that is pressed is its opposite corner. */
  const [corner, setCorner] = useState<CellPosition>();
  const range = stored?.rowsKey === rowsKey ? stored.range : undefined;

  /** The nearest cell with data. */
  const inData = ({ row, column }: CellPosition): CellPosition => ({
    row: Math.max(1, row),
    column: Math.max(leadingColumns, column),
  });
  const select = (anchor: CellPosition, head: CellPosition) => {
    const next = { anchor: inData(anchor), head: inData(head) };
    setStored({ range: next, rowsKey });
    onAnnounce(`${cellCountText(rectangleOf(next))} selected.`);
  };
  const clear = () => {
    if (stored) setStored(undefined);
  };
  const cellOf = ({ target }: MouseEvent) =>
    (target as Element).closest('tbody td[data-stop]') ? positionOf(target as Element) : null;
  const rectangle: Rectangle | null = range ? rectangleOf(range) : null;
  return {
    rectangle,
    clear,
    /** Selects one cell, without an announcement. */
    mark: (cell: CellPosition) => setStored({ range: { anchor: cell, head: cell }, rowsKey }),
    /** Extends the range, or a new one that begins at `from`. */
    extend: (from: CellPosition, to: CellPosition) => select(range?.anchor ?? from, to),
    selectAll: () => select({ row: 1, column: leadingColumns }, { row: rows - 1, column: columns - 1 }),
    /** The next cell that is pressed is the opposite corner. */
    beginAt: (cell: CellPosition) => {
      setCorner(cell);
      onAnnounce('Press the cell in the opposite corner of the range.');
    },
    handlers: {
      onMouseDown: (event: MouseEvent, stop: CellPosition) => {
        const cell = event.button === 0 ? cellOf(event) : null;
        if (!cell) return;
        if (event.shiftKey || corner) {
          // Otherwise the text between the cells is selected.
          event.preventDefault();
          (event.target as Element).closest<HTMLElement>('td')?.focus();
          select(corner ?? range?.anchor ?? stop, cell);
          setCorner(undefined);
          return;
        }
        dragStart.current = cell;
        clear();
      },
      onMouseOver: (event: MouseEvent) => {
        const start = (event.buttons & 1) === 1 ? dragStart.current : null;
        const cell = start && cellOf(event);
        if (!start || !cell || (cell.row === start.row && cell.column === start.column && !range)) return;
        getSelection()?.removeAllRanges();
        select(start, cell);
      },
      onMouseUp: () => {
        dragStart.current = null;
      },
    },
  };
}
