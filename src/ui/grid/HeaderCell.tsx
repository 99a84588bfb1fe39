/** A column header: pressing its name sorts by the column; dragging its edge resizes the column, and a double click fits it to its content. */
import type { KeyboardEvent, MouseEvent } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Reason, useReason } from '#src/ui/Reason.tsx';
import { columnProps } from './GridRow.tsx';
import type { ColumnSort } from './types.ts';
import { headHeight } from './styles.ts';
import { boundWidth, columnTitle, setWidth, type GridHeader, type GridModel } from './useGrid.ts';

const SortButton = styled.button<{ $numeric: boolean }>`
  display: flex;
  flex-direction: ${({ $numeric }) => ($numeric ? 'row-reverse' : 'row')};
  gap: ${token.space.xs};
  align-items: center;
  inline-size: 100%;
  block-size: ${headHeight}px;
  padding: 0 ${token.space.sm};
  font: inherit;
  color: inherit;
  text-align: start;
  background: transparent;
  border: 0;
  cursor: pointer;
  > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  &[aria-disabled='true'] {
    cursor: default;
  }
  &:not([aria-disabled='true']):hover {
    color: ${token.color.text};
  }
  &:focus-visible {
    outline-offset: -3px;
  }
`;
const ResizeHandle = styled.span<{ $active: boolean }>`
  position: absolute;
  inset-block: 0;
  inset-inline-end: 0;
  inline-size: 12px;
  touch-action: none;
  cursor: col-resize;
  &::after {
    position: absolute;
    inset-block: 8px;
    inset-inline-end: 0;
    inline-size: ${({ $active }) => ($active ? '3px' : '1px')};
    content: '';
    background: ${({ $active }) => ($active ? token.color.primary : token.color.border)};
  }
  &:hover::after {
    inline-size: 3px;
    background: ${token.color.primary};
  }
`;

/** Shown while the pointer is on the header, and always for touch. */
const MenuHandle = styled.span`
  position: absolute;
  inset-block: 5px;
  inset-inline-end: 12px;
  display: none;
  place-content: center;
  inline-size: 24px;
  background: ${token.color.sunken};
  border-radius: ${token.radius.s};
  cursor: pointer;
  th:hover > & {
    display: grid;
  }
  &:hover {
    color: ${token.color.primary};
  }
  @media (pointer: coarse) {
    display: grid;
  }
`;

/** The change of width by Shift and an arrow key. */
const resizeStepPx = 10;

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

export type HeaderCellProps = {
  grid: GridModel;
  header: GridHeader;
  /** The index of its cells in a row. */
  columnIndex: number;
  /** The distance of a pinned column from the start, in CSS pixels. */
  offset: number | undefined;
  /** Whether it is the tab stop of the grid. */
  isTabStop: boolean;
  sort: ColumnSort;
  /** Whether a pointer is changing its width. */
  resizing: boolean;
  onSort: (column: string) => void;
  /** Announces a change to screen readers. */
  onAnnounce: (sentence: string) => void;
};

export function HeaderCell({
  grid,
  header,
  columnIndex,
  offset,
  isTabStop,
  sort,
  resizing,
  onSort,
  onAnnounce,
}: HeaderCellProps) {
  const { column } = header;
  const { direction, unavailable } = sort;
  const reason = useReason(unavailable);
  const title = columnTitle(column);

  const resize = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -resizeStepPx, ArrowRight: resizeStepPx }[event.key];
    if (!event.shiftKey || step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const width = boundWidth(column.getSize() + step);
    setWidth(grid, column.id, width);
    onAnnounce(`${title} is ${width} pixels wide.`);
  };
  const fitToContent = ({ currentTarget }: MouseEvent) => {
    const head = currentTarget.closest('th');
    if (head) setWidth(grid, column.id, fittingWidth(head));
  };
  const onDragStart = header.getResizeHandler();
  return (
    <th
      role="columnheader"
      scope="col"
      aria-colindex={columnIndex + 1}
      data-column={columnIndex}
      aria-label={title}
      aria-sort={direction ? ariaSort[direction] : undefined}
      {...columnProps(columnIndex, offset)}
    >
      <SortButton
        {...reason.anchor}
        type="button"
        data-stop
        tabIndex={isTabStop ? 0 : -1}
        $numeric={column.columnDef.meta?.numeric ?? false}
        title={title === column.id ? title : `${title} (${column.id})`}
        aria-disabled={unavailable !== undefined || undefined}
        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight Alt+ArrowDown"
        onClick={() => unavailable === undefined && onSort(column.id)}
        onKeyDown={(event) => {
          reason.anchor.onKeyDown?.(event);
          resize(event);
        }}
      >
        <span>{title}</span>
        {direction && <Icon name={direction === 'asc' ? 'arrowUp' : 'arrowDown'} size={14} />}
      </SortButton>
      {/* For pointers: Alt and the down arrow open the menu too. */}
      <MenuHandle aria-hidden data-menu>
        <Icon name="chevronDown" size={14} />
      </MenuHandle>
      {/* For pointers: Shift and the arrow keys resize the column too, and the column menu has a field for its width. */}
      <ResizeHandle
        aria-hidden
        $active={resizing}
        onMouseDown={onDragStart}
        onTouchStart={onDragStart}
        onDoubleClick={fitToContent}
      />
      <Reason {...reason} />
    </th>
  );
}

/** The padding of a cell. */
const paddingPx = 24;
/** Longer headers are truncated. */
const maxHeadPx = 500;

/** The width of an element's content, even if it overflows. */
function contentWidth(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
}

/** The width in CSS pixels that fits a column's header and rendered cells, within the bounds of all columns. */
export function fittingWidth(head: HTMLTableCellElement): number {
  const rows = head.closest('table')?.tBodies[0]?.rows ?? [];
  const cells = Array.from(rows, (row) => row.cells[head.cellIndex]).filter((cell) => cell !== undefined);
  const label = head.querySelector('[data-stop]') ?? head;
  const widths = [Math.min(maxHeadPx, contentWidth(label)), ...cells.map(contentWidth)];
  return boundWidth(Math.ceil(Math.max(...widths)) + paddingPx);
}
