/** One row of a grid: its number, and a cell for each rendered column. */
import { memo, type CSSProperties, type ReactNode } from 'react';
import { capitalize } from '#src/shared/format/capitalize.ts';
import { widthOf } from './widthVariables.ts';
import type { CellShown } from './types.ts';

/** A rendered column and its position in a row; a number is the width of a gap for columns that are not rendered, in CSS pixels. */
export type RenderedColumn =
  | {
      name: string;
      numeric: boolean;
      position: number;
      /** The distance of a pinned column from the start, in CSS pixels. */
      offset?: number;
    }
  | number;

/** The width of a column's cell, and the position of a pinned column while the grid is scrolled horizontally. */
export const columnProps = (position: number, offset: number | undefined) =>
  offset === undefined
    ? { style: widthOf(position) }
    : {
        'data-pinned': true,
        style: { ...widthOf(position), '--pinned-at': `${offset}px` } as CSSProperties,
      };

export type GridRowProps<Row> = {
  row: Row;
  number: number;
  /** From 1; the header row is 0. */
  at: number;
  /** `aria-rowindex` in the whole result; the header row is 1. */
  index: number;
  columns: readonly RenderedColumn[];
  /** Null if rows can't be selected. */
  selected: boolean | null;
  /** The noun for a row: "record". */
  what: string;
  /** The column of the tab stop; -1 if it is in another row. */
  stop: number;
  /** The first and the last selected cell; -1 if none is selected. */
  rangeStart: number;
  rangeEnd: number;
  cellOf: (row: Row, column: string) => CellShown;
};

/** Handled by the grid, to which the event bubbles. */
const noop = () => undefined;

/** Rendered again when its row or the columns change, but not while a column is resized. */
function GridRowOf<Row>({
  row,
  number,
  at,
  index,
  columns,
  selected,
  what,
  stop,
  rangeStart,
  rangeEnd,
  cellOf,
}: GridRowProps<Row>) {
  const tabStopProps = (columnIndex: number) => ({
    'data-stop': true,
    tabIndex: stop === columnIndex ? 0 : -1,
  });
  const first = selected === null ? 0 : 1;
  return (
    <tr role="row" data-row={at} aria-rowindex={index} aria-selected={selected ?? undefined}>
      {selected !== null && (
        <td role="gridcell" aria-colindex={1} data-column={0} data-lead="choice">
          <input
            type="checkbox"
            {...tabStopProps(0)}
            aria-label={`Select ${what} ${number}`}
            checked={selected}
            onChange={noop}
          />
        </td>
      )}
      <th role="rowheader" scope="row" aria-colindex={first + 1} data-column={first} data-lead="number">
        <button
          type="button"
          {...tabStopProps(first)}
          data-open
          aria-label={`${capitalize(what)} ${number}, show all of it`}
        >
          {number}
        </button>
      </th>
      {columns.map((column, slot) => {
        if (typeof column === 'number')
          return <td key={`gap ${slot}`} aria-hidden style={{ inlineSize: column }} />;
        const { name, numeric, offset, position: columnIndex } = column;
        return (
          <Cell
            key={name}
            row={row}
            name={name}
            numeric={numeric}
            offset={offset}
            columnIndex={columnIndex}
            cellOf={cellOf}
            inRange={columnIndex >= rangeStart && columnIndex <= rangeEnd}
            isTabStop={stop === columnIndex}
          />
        );
      })}
    </tr>
  );
}

type CellProps<Row> = Pick<GridRowProps<Row>, 'row' | 'cellOf'> & {
  name: string;
  numeric: boolean;
  columnIndex: number;
  isTabStop: boolean;
  offset: number | undefined;
  inRange: boolean;
};

/** Memoized: not rendered again when other columns scroll into view. */
const Cell = memo(function Cell<Row>(props: CellProps<Row>) {
  const { row, name, numeric, columnIndex, isTabStop, offset, inRange, cellOf } = props;
  const { text, label, quiet } = cellOf(row, name);
  return (
    <td
      role="gridcell"
      data-stop
      {...columnProps(columnIndex, offset)}
      tabIndex={isTabStop ? 0 : -1}
      aria-selected={inRange || undefined}
      aria-colindex={columnIndex + 1}
      data-column={columnIndex}
      data-numeric={numeric || undefined}
      data-sealed={quiet}
      aria-label={label}
    >
      {text}
    </td>
  );
}) as <Row>(props: CellProps<Row>) => ReactNode;

export const GridRow = memo(GridRowOf) as typeof GridRowOf;
