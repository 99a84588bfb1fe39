/** A virtualized grid for thousands of rows and dozens of columns, with keyboard navigation between cells. */
import {
  useCallback,
  useId,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import { cellCountText, rectangleOf } from './cellRange.ts';
import { copyCells } from './copyCells.ts';
import type { CellPosition } from './gridKeys.ts';
import { FindBox } from './FindBox.tsx';
import { GridMenu } from './GridMenu.tsx';
import { fittingWidth } from './HeaderCell.tsx';
import { shareOf, type GridProps } from './gridProps.ts';
import { useCellRange } from './useCellRange.ts';
import { densities } from './density.ts';
import { SpacerRow } from './SpacerRow.tsx';
import { widthVariables } from './widthVariables.ts';
import { checkboxWidth, Frame, headHeight, GridTable, numberWidth, RowGroupBody } from './styles.ts';
import { GridHead } from './GridHead.tsx';
import { LeadingPane } from './LeadingPane.tsx';
import { GridRow, type RenderedColumn } from './GridRow.tsx';
import { pinnedOffsets, setWidth, shownColumns } from './useGrid.ts';
import { useFind } from './useFind.ts';
import { useLongPress } from './useLongPress.ts';
import { useRovingFocus } from './useRovingFocus.ts';
import { useIsScrolledHorizontally } from './useIsScrolledHorizontally.ts';
import { useVisibleSlots } from './useVisibleSlots.ts';

type OpenMenu = {
  at: CellPosition;
  column: string;
  /** Gets the focus when the menu is closed. */
  anchor: HTMLElement;
};

export function Grid<Row>(props: GridProps<Row>) {
  const { grid, label, what, total, offset, busy = false, rows, selection, onOpen, onPeek } = props;
  const { rowHeight = densities.standard, fill = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [announcement, announce] = useState('');
  const columnModels = shownColumns(grid);
  const names = columnModels.map(({ id }) => id);
  const widths = columnModels.map((column) => column.getSize());
  const leadingColumns = selection ? 2 : 1;
  const [menu, setMenu] = useState<OpenMenu>();
  const { stop, table, moveFocus, onFocus, onBlur, positionOf, show, focusStop } = useRovingFocus(
    { rows: rows.length + 1, columns: leadingColumns + columnModels.length, rowHeight },
    leadingColumns,
  );
  const leadingWidth = numberWidth + (selection ? checkboxWidth : 0);
  const visible = useVisibleSlots({
    frame,
    rows: rows.length,
    rowHeight,
    headerHeight: headHeight,
    widths,
    leadingWidth,
    stickyColumns: grid.getStartVisibleLeafColumns().length,
    pinned: { row: stop.row - 1, column: stop.column - leadingColumns },
  });
  const isScrolled = useIsScrolledHorizontally(frame);
  const first = rows[0];
  const range = useCellRange({
    rows: rows.length + 1,
    columns: leadingColumns + columnModels.length,
    leadingColumns,
    rowsKey: first === undefined ? '' : `${props.keyOf(first)} ${rows.length} ${names.join()}`,
    positionOf,
    onAnnounce: announce,
  });
  const find = useFind({
    rows,
    names,
    leadingColumns,
    textOf: props.findText,
    onShow: (cell) => {
      show(cell);
      range.mark(cell);
    },
    onClose: focusStop,
  });
  const nameKey = names.join();
  const offsets = pinnedOffsets(grid, leadingWidth);
  const pinnedWidth = grid.getStartVisibleLeafColumns().reduce((sum, column) => sum + column.getSize(), 0);
  const offsetKey = JSON.stringify(offsets);
  const slotKey = visible.columns.map(({ index, size }) => index ?? `${size}px`).join();
  const columns = useMemo(
    () =>
      visible.columns.map(({ index, size }): RenderedColumn => {
        const column = index === null ? undefined : columnModels[index];
        if (!column || index === null) return size;
        return {
          name: column.id,
          numeric: column.columnDef.meta?.numeric ?? false,
          position: leadingColumns + index,
          ...(offsets[column.id] !== undefined && { offset: offsets[column.id] }),
        };
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- rows depend only on the widths of gaps and pinned columns
    [slotKey, nameKey, offsetKey, leadingColumns],
  );

  const helpId = useId();
  const fitToContent = (anchor: HTMLElement) => {
    const head = anchor.closest('th');
    const name = head?.getAttribute('aria-label');
    if (head && name) setWidth(grid, name, fittingWidth(head));
  };
  const { onSort } = props;
  const sortBy = useCallback((column: string) => announce(onSort(column)), [onSort, announce]);

  const rowAt = (target: Element) => rows[(positionOf(target)?.row ?? 0) - 1];
  const openMenu = (target: Element): boolean => {
    const at = positionOf(target);
    const column = names[(at?.column ?? 0) - leadingColumns];
    const anchor = target.closest('[data-column]')?.closest<HTMLElement>('td, th');
    const stopElement = anchor?.matches('[data-stop]')
      ? anchor
      : anchor?.querySelector<HTMLElement>('[data-stop]');
    if (!at || column === undefined || !stopElement) return false;
    setMenu({ at, column, anchor: stopElement });
    return true;
  };
  const longPress = useLongPress(openMenu);
  const copy = async (at: CellPosition, headers = false) => {
    const rectangle = range.rectangle ?? rectangleOf({ anchor: at, head: at });
    const { cellOf, copyOf } = props;
    try {
      await copyCells({ rows, cellOf, ...(copyOf && { copyOf }), names, leadingColumns, rectangle, headers });
      announce(`Copied ${cellCountText(rectangle)}.`);
    } catch {
      announce('The browser did not allow copying.');
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const target = event.target as Element;
    const at = positionOf(target);
    const { key } = event;
    const isMenuKey =
      (event.altKey && key === 'ArrowDown') || key === 'ContextMenu' || (event.shiftKey && key === 'F10');
    if (isMenuKey && openMenu(target)) {
      event.preventDefault();
      return;
    }
    const next = moveFocus(event);
    if (next) {
      if (event.shiftKey && at && at.row > 0) range.extend(at, next);
      else range.clear();
      return;
    }
    const row = target.matches('td[data-stop]') ? rowAt(target) : undefined;
    const column = names[(at?.column ?? 0) - leadingColumns];
    const ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && key.toLowerCase() === 'f' && props.findText && rows.length > 0) find.open();
    else if (ctrl && key.toLowerCase() === 'a' && rows.length > 0) range.selectAll();
    else if (!row || column === undefined || !at) return;
    else if (ctrl && key.toLowerCase() === 'c') {
      // Text that is selected within a cell is copied by the browser.
      if (getSelection()?.isCollapsed === false) return;
      void copy(at);
    } else if (key === 'Escape' && range.rectangle) range.clear();
    else if (key === 'Enter') onOpen(row);
    else if (key === ' ' && onPeek) onPeek(row, column);
    else return;
    event.preventDefault();
  };
  const paste = (event: ClipboardEvent<HTMLTableElement>) => {
    const target = event.target as Element;
    const text = event.clipboardData.getData('text/plain');
    if (!props.onPaste || text === '' || !target.closest('[data-stop]')) return;
    event.preventDefault();
    props.onPaste(text, names[stop.column - leadingColumns] ?? '');
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
    <Frame
      ref={frame}
      $fill={fill}
      data-across={isScrolled || undefined}
      style={{ scrollPaddingInlineStart: leadingWidth + pinnedWidth }}
    >
      {find.box && <FindBox {...find.box} />}
      <GridTable
        ref={table}
        role="grid"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-colcount={leadingColumns + columnModels.length}
        aria-multiselectable
        aria-describedby={helpId}
        aria-busy={busy}
        $busy={busy}
        style={{
          minInlineSize: leadingWidth + grid.getTotalSize(),
          '--row-height': `${rowHeight}px`,
          ...widthVariables(widths, leadingColumns),
        }}
        onKeyDown={onKeyDown}
        onPaste={paste}
        onFocus={onFocus}
        onBlur={onBlur}
        onClick={(event) => {
          if ((event.target as Element).closest('[data-menu]')) openMenu(event.target as Element);
          else open(event, '[data-open]');
        }}
        onContextMenu={(event) => {
          if (openMenu(event.target as Element)) event.preventDefault();
        }}
        {...longPress}
        onMouseDown={(event) => range.handlers.onMouseDown(event, stop)}
        onMouseOver={range.handlers.onMouseOver}
        onMouseUp={range.handlers.onMouseUp}
        onDoubleClick={(event) => open(event, 'tbody td[data-stop]')}
        onChange={choose}
      >
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
        {isScrolled && <LeadingPane width={leadingWidth} slots={visible.rows} {...props} />}
        <RowGroupBody>
          {visible.rows.map(({ index, size }, slot) => {
            const row = index === null ? undefined : rows[index];
            if (row === undefined || index === null) return <SpacerRow key={`gap ${slot}`} size={size} />;
            const key = props.keyOf(row);
            const { rectangle } = range;
            const inRange = rectangle !== null && index + 1 >= rectangle.top && index + 1 <= rectangle.bottom;
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
                rangeStart={inRange ? rectangle.left : -1}
                rangeEnd={inRange ? rectangle.right : -1}
                cellOf={props.cellOf}
              />
            );
          })}
        </RowGroupBody>
      </GridTable>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <VisuallyHidden id={helpId}>
        Use the arrow keys to move between cells, and with Shift to select a range. Enter shows the {what}.
        Alt and the down arrow open the menu of a cell or a column.
        {props.findText && ' Control and F find a value in this page.'}
      </VisuallyHidden>
      {menu && (
        <GridMenu
          {...menu}
          grid={grid}
          what={what}
          row={rows[menu.at.row - 1]}
          canHide={names.length > 1}
          actions={{
            onCopy: (headers) => void copy(menu.at, headers),
            onOpen,
            onFind: props.findText && find.open,
            onBeginRange: () => range.beginAt(menu.at),
            onFit: () => fitToContent(menu.anchor),
            ofCell: props.cellActions,
            ofColumn: props.columnActions,
          }}
          onClose={() => setMenu(undefined)}
        />
      )}
    </Frame>
  );
}
