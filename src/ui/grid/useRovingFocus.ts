/** The tab stop of a grid (roving tabindex), and the keys that move the focus between its cells. */
import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { nextPosition, clampPosition, type CellPosition } from './gridKeys.ts';

const positionOf = (target: Element): CellPosition | null => {
  const cell = target.closest('[data-column]');
  const row = cell?.closest('[data-row]');
  return cell && row
    ? { row: Number(row.getAttribute('data-row')), column: Number(cell.getAttribute('data-column')) }
    : null;
};

/** The focusable element of a cell: the cell itself, or its control. */
function elementAt(table: HTMLElement | null, { row, column }: CellPosition): HTMLElement | null {
  const cell = table?.querySelector<HTMLElement>(
    `[role="row"][data-row="${row}"] > [data-column="${column}"]`,
  );
  return !cell || cell.matches('[data-stop]')
    ? (cell ?? null)
    : cell.querySelector<HTMLElement>('[data-stop]');
}

type GridExtent = {
  rows: number;
  columns: number;
  /** In CSS pixels. */
  rowHeight: number;
};

/** @param leadingColumns - the number of columns before the data; the header after them is the first tab stop. */
export function useRovingFocus({ rows, columns, rowHeight }: GridExtent, leadingColumns: number) {
  const table = useRef<HTMLTableElement>(null);
  const [position, setPosition] = useState<CellPosition>({ row: 0, column: leadingColumns });
  /** The tab stop gets the focus once it is rendered. */
  const focusPending = useRef(false);
  /** The tab stop is scrolled into view once it is rendered. */
  const scrollPending = useRef(false);
  /** Whether the focus is inside of the grid. */
  const hasFocus = useRef(false);
  const size = { rows, columns, stride: 10 };
  const stop = clampPosition(position, size);

  // After every commit, since the cell may be rendered only now, or may have been removed with the focus in it.
  useLayoutEffect(() => {
    if (scrollPending.current) {
      const shown = elementAt(table.current, stop);
      scrollPending.current = shown === null;
      shown?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    const focusLost = hasFocus.current && document.activeElement === document.body;
    if (!focusPending.current && !focusLost) return;
    const target = elementAt(table.current, stop);
    if (!target) return;
    focusPending.current = false;
    target.focus();
  });

  return {
    stop,
    table,
    positionOf,
    /** Makes a cell the tab stop and scrolls it into view. The focus stays where it is. */
    show: (cell: CellPosition) => {
      scrollPending.current = true;
      setPosition(cell);
    },
    /** Gives the focus to the tab stop. */
    focusStop: () => {
      focusPending.current = true;
      setPosition({ ...stop });
    },
    /** @returns where the key has moved the focus; null if it has not. */
    moveFocus: (event: KeyboardEvent<HTMLTableElement>): CellPosition | null => {
      const from = positionOf(event.target as Element);
      const page = Math.floor((table.current?.parentElement?.clientHeight ?? 0) / rowHeight) - 2;
      const next = from && nextPosition(from, event, { ...size, stride: page > 0 ? page : size.stride });
      if (!next) return null;
      event.preventDefault();
      focusPending.current = next.row !== stop.row || next.column !== stop.column;
      setPosition(next);
      return next;
    },
    onFocus: ({ target }: FocusEvent<HTMLTableElement>) => {
      hasFocus.current = true;
      const focused = target.matches('[data-stop]') ? positionOf(target) : null;
      if (focused && (focused.row !== stop.row || focused.column !== stop.column)) setPosition(focused);
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLTableElement>) => {
      hasFocus.current = currentTarget.contains(relatedTarget);
    },
  };
}
