/** The header row of a grid: select all, the number column, and the rendered columns. */
import { memo, useEffect, useRef } from 'react';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import { RowGroupHead } from './styles.ts';
import type { ColumnSort } from './types.ts';
import { HeaderCell } from './HeaderCell.tsx';
import type { RenderedColumn } from './GridRow.tsx';
import type { GridModel } from './useGrid.ts';

type GridHeadProps = {
  grid: GridModel;
  columns: readonly RenderedColumn[];
  /** The column being resized; false: none. */
  resizing: false | string;
  /** Whether all, some or no rows are selected; null if rows can't be selected. */
  selected: 'all' | 'some' | 'none' | null;
  what: string;
  /** The column of the tab stop; -1 if it is in another row. */
  stop: number;
  sortOf: (column: string) => ColumnSort;
  onSort: (column: string) => void;
  onAnnounce: (sentence: string) => void;
};

/** Rendered again when its columns change, but not when rows scroll. */
export const GridHead = memo(function Head(props: GridHeadProps) {
  const { grid, columns, resizing, selected, what, stop, sortOf, onSort, onAnnounce } = props;
  const headers = new Map(grid.getFlatHeaders().map((header) => [header.id, header]));
  const first = selected === null ? 0 : 1;
  return (
    <RowGroupHead>
      <tr role="row" data-row={0} aria-rowindex={1}>
        {selected !== null && (
          <th role="columnheader" scope="col" aria-colindex={1} data-column={0} data-lead="choice">
            <SelectAllBox
              selected={selected}
              label={`Select every ${what} of this page`}
              isTabStop={stop === 0}
            />
          </th>
        )}
        <th
          role="columnheader"
          scope="col"
          aria-colindex={first + 1}
          data-column={first}
          data-lead="number"
          data-stop
          tabIndex={stop === first ? 0 : -1}
        >
          <span aria-hidden>#</span>
          <VisuallyHidden>Number</VisuallyHidden>
        </th>
        {columns.map((column, slot) => {
          if (typeof column === 'number')
            return <td key={`gap ${slot}`} aria-hidden style={{ inlineSize: column }} />;
          const header = headers.get(column.name);
          if (!header) return null;
          return (
            <HeaderCell
              key={column.name}
              grid={grid}
              header={header}
              columnIndex={column.position}
              offset={column.offset}
              isTabStop={stop === column.position}
              sort={sortOf(column.name)}
              resizing={resizing === column.name}
              onSort={onSort}
              onAnnounce={onAnnounce}
            />
          );
        })}
      </tr>
    </RowGroupHead>
  );
});

type SelectAllBoxProps = { selected: 'all' | 'some' | 'none'; label: string; isTabStop: boolean };

function SelectAllBox({ selected, label, isTabStop }: SelectAllBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected === 'some';
  }, [selected]);
  return (
    <input
      ref={box}
      type="checkbox"
      data-stop
      tabIndex={isTabStop ? 0 : -1}
      aria-label={label}
      checked={selected === 'all'}
      onChange={() => undefined}
    />
  );
}
