/** The one cell of a grid that Tab reaches, and how the focus goes from it to another. */
import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { nextPosition, clampPosition, type CellPosition } from './gridKeys.ts';
import { rowHeight } from './styles.ts';

const positionOf = (target: Element): CellPosition | null => {
  const cell = target.closest('[data-column]');
  const row = cell?.closest('[data-row]');
  return cell && row
    ? { row: Number(row.getAttribute('data-row')), column: Number(cell.getAttribute('data-column')) }
    : null;
};

/** What takes the focus in a cell: the cell itself, or its one control. */
function elementAt(table: HTMLElement | null, { row, column }: CellPosition): HTMLElement | null {
  const cell = table?.querySelector<HTMLElement>(`[data-row="${row}"] > [data-column="${column}"]`);
  return !cell || cell.matches('[data-stop]')
    ? (cell ?? null)
    : cell.querySelector<HTMLElement>('[data-stop]');
}

/** @param leads - the columns before the first of the table's own, whose head Tab reaches at first. */
export function useRovingFocus({ rows, columns }: { rows: number; columns: number }, leads: number) {
  const table = useRef<HTMLTableElement>(null);
  const [chosen, choose] = useState<CellPosition>({ row: 0, column: leads });
  /** The focus is on its way to the stop. */
  const walking = useRef(false);
  /** The focus is somewhere in here. */
  const inside = useRef(false);
  const extent = { rows, columns, stride: 10 };
  const stop = clampPosition(chosen, extent);

  // After every commit: a cell may come into the page only now, or may have gone with the focus in it.
  useLayoutEffect(() => {
    const lost = inside.current && document.activeElement === document.body;
    if (!walking.current && !lost) return;
    const goal = elementAt(table.current, stop);
    if (!goal) return;
    walking.current = false;
    goal.focus();
  });

  return {
    stop,
    table,
    placeOf: positionOf,
    /** @returns whether the key leads somewhere. */
    walk: (event: KeyboardEvent<HTMLTableElement>): boolean => {
      const from = positionOf(event.target as Element);
      const page = Math.floor((table.current?.parentElement?.clientHeight ?? 0) / rowHeight) - 2;
      const next = from && nextPosition(from, event, { ...extent, stride: page > 0 ? page : extent.stride });
      if (!next) return false;
      event.preventDefault();
      walking.current = next.row !== stop.row || next.column !== stop.column;
      choose(next);
      return true;
    },
    arrive: ({ target }: FocusEvent<HTMLTableElement>) => {
      inside.current = true;
      const place = target.matches('[data-stop]') ? positionOf(target) : null;
      if (place && (place.row !== stop.row || place.column !== stop.column)) choose(place);
    },
    depart: ({ currentTarget, relatedTarget }: FocusEvent<HTMLTableElement>) => {
      inside.current = currentTarget.contains(relatedTarget);
    },
  };
}
