/** A virtualized grid for thousands of rows and dozens of columns, with keyboard navigation between cells. */
import {
  useCallback,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import type { ColumnSort, GridRows, Selection } from './types.ts';
import { densities } from './density.ts';
import { SpacerRow, ColumnWidths } from './spacers.tsx';
import { checkboxWidth, Frame, headHeight, GridTable, numberWidth } from './styles.ts';
import { GridHead } from './GridHead.tsx';
import { GridRow, type RenderedColumn } from './GridRow.tsx';
import type { GridModel } from './useGrid.ts';
import { useRovingFocus } from './useRovingFocus.ts';
import { useVisibleSlots } from './useVisibleSlots.ts';

export type GridProps<Row> = GridRows<Row> & {
  grid: GridModel;
  /** The accessible name. */
  label: string;
  /** The noun for a row: "record". */
  what: string;
  /** The number of rows of the whole result. */
  total: number;
  /** The number of rows of the result before these. */
  offset: number;
  /** The height of a row, in CSS pixels. */
  rowHeight?: number;
  /** At most as high as its container, instead of a share of the window. */
  fill?: boolean;
  /** Other rows are being fetched. */
  busy?: boolean;
  sortOf: (column: string) => ColumnSort;
  /** @returns a sentence to announce. */
  onSort: (column: string) => string;
  selection?: Selection;
  /** Called by Enter, a double click, or a click on the row's number. */
  onOpen: (row: Row) => void;
  /** Called by the space bar on a cell. */
  onPeek?: (row: Row, column: string) => void;
};

export function Grid<Row>(props: GridProps<Row>) {
  const { grid, label, what, total, offset, busy = false, rows, selection, onOpen, onPeek } = props;
  const { rowHeight = densities.standard, fill = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [announcement, announce] = useState('');
  const columnModels = grid.getVisibleLeafColumns();
  const leadingColumns = selection ? 2 : 1;
  const { stop, table, moveFocus, onFocus, onBlur, positionOf } = useRovingFocus(
    { rows: rows.length + 1, columns: leadingColumns + columnModels.length, rowHeight },
    leadingColumns,
  );
  const leadingWidth = numberWidth + (selection ? checkboxWidth : 0);
  const visible = useVisibleSlots({
    frame,
    rows: rows.length,
    rowHeight,
    headerHeight: headHeight,
    widths: columnModels.map((column) => column.getSize()),
    leadingWidth,
    pinned: { row: stop.row - 1, column: stop.column - leadingColumns },
  });
  const indexes = visible.columns.map(({ index }) => index ?? '').join();
  const columns = useMemo(
    () =>
      visible.columns.map(({ index }): RenderedColumn => {
        const column = index === null ? undefined : columnModels[index];
        return column && index !== null
          ? {
              name: column.id,
              numeric: column.columnDef.meta?.numeric ?? false,
              position: leadingColumns + index,
            }
          : null;
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- rows do not depend on widths
    [indexes, columnModels, leadingColumns],
  );

  const { onSort } = props;
  const sortBy = useCallback((column: string) => announce(onSort(column)), [onSort]);

  const rowAt = (target: Element) => rows[(positionOf(target)?.row ?? 0) - 1];
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (moveFocus(event)) return;
    const target = event.target as Element;
    const row = target.matches('td[data-stop]') ? rowAt(target) : undefined;
    const column = columnModels[(positionOf(target)?.column ?? 0) - leadingColumns]?.id;
    if (!row || column === undefined) return;
    if (event.key === 'Enter') onOpen(row);
    else if (event.key === ' ' && onPeek) onPeek(row, column);
    else return;
    event.preventDefault();
  };
  const open = ({ target }: MouseEvent, selector: string) => {
    const row = (target as Element).closest(selector) ? rowAt(target as Element) : undefined;
    if (row) onOpen(row);
  };
  const choose = ({ target }: { target: unknown }) => {
    const checkbox = target as HTMLInputElement;
    const row = rowAt(checkbox);
    const affectedRows = row === undefined ? rows : [row];
    selection?.choose(affectedRows.map(props.keyOf), checkbox.checked);
  };
  return (
    <Frame ref={frame} $fill={fill}>
      <GridTable
        ref={table}
        role="grid"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-colcount={leadingColumns + columnModels.length}
        aria-multiselectable={selection ? true : undefined}
        aria-busy={busy}
        $busy={busy}
        style={
          {
            minInlineSize: leadingWidth + grid.getTotalSize(),
            '--row-height': `${rowHeight}px`,
          }
        }
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
        onClick={(event) => open(event, '[data-open]')}
        onDoubleClick={(event) => open(event, 'tbody td[data-stop]')}
        onChange={choose}
      >
        <ColumnWidths
          leadingWidths={selection ? [checkboxWidth, numberWidth] : [numberWidth]}
          columns={visible.columns}
        />
        <GridHead
          grid={grid}
          columns={columns}
          resizing={grid.state.columnResizing.isResizingColumn}
          what={what}
          selected={selection ? shareOf(selection.chosen, rows.map(props.keyOf)) : null}
          stop={stop.row === 0 ? stop.column : -1}
          sortOf={props.sortOf}
          onSort={sortBy}
          onAnnounce={announce}
        />
        <tbody>
          {visible.rows.map(({ index, size }, slot) => {
            const row = index === null ? undefined : rows[index];
            if (row === undefined || index === null)
              return <SpacerRow key={`gap ${slot}`} cells={leadingColumns + columns.length} size={size} />;
            const key = props.keyOf(row);
            return (
              <GridRow
                key={key}
                row={row}
                number={props.numberOf(row)}
                at={index + 1}
                index={offset + index + 2}
                columns={columns}
                selected={selection ? selection.chosen.has(key) : null}
                what={what}
                stop={stop.row === index + 1 ? stop.column : -1}
                cellOf={props.cellOf}
              />
            );
          })}
        </tbody>
      </GridTable>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </Frame>
  );
}

function shareOf(chosen: ReadonlySet<string>, keys: readonly string[]): 'all' | 'some' | 'none' {
  const count = keys.filter((key) => chosen.has(key)).length;
  return count === 0 ? 'none' : count === keys.length ? 'all' : 'some';
}
