/** The head of a column: its name, which sorts by it, and its edge, which sets its width; twice pressed, it fits. */
import type { KeyboardEvent, MouseEvent } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Reason, useReason } from '#src/ui/Reason.tsx';
import type { ColumnSort } from './types.ts';
import { fittingWidth } from './fittingWidth.ts';
import { boundWidth, setWidth, type GridHeader, type GridModel } from './useGrid.ts';

const Sort = styled.button<{ $numeric: boolean }>`
  display: flex;
  flex-direction: ${({ $numeric }) => ($numeric ? 'row-reverse' : 'row')};
  gap: ${token.space.xs};
  align-items: center;
  inline-size: 100%;
  block-size: 38px;
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
const Edge = styled.span<{ $active: boolean }>`
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

/** CSS pixels that one press of Shift and an arrow is worth. */
const resizeStepPx = 10;

const ordered = { asc: 'ascending', desc: 'descending' } as const;

export type HeaderCellProps = {
  grid: GridModel;
  header: GridHeader;
  /** Its place among the cells of a row. */
  place: number;
  /** Whether Tab reaches it. */
  tabbed: boolean;
  sort: ColumnSort;
  /** Its width is being changed by a pointer. */
  resizing: boolean;
  onSort: (column: string) => void;
  /** Told what was done, for those who listen. */
  onSaid: (sentence: string) => void;
};

export function HeaderCell({ grid, header, place, tabbed, sort, resizing, onSort, onSaid }: HeaderCellProps) {
  const { column } = header;
  const { direction, unavailable } = sort;
  const reason = useReason(unavailable);

  const resize = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -resizeStepPx, ArrowRight: resizeStepPx }[event.key];
    if (!event.shiftKey || step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const width = boundWidth(column.getSize() + step);
    setWidth(grid, column.id, width);
    onSaid(`${column.id} is ${width} pixels wide.`);
  };
  const fit = ({ currentTarget }: MouseEvent) => {
    const head = currentTarget.closest('th');
    if (head) setWidth(grid, column.id, fittingWidth(head));
  };
  const drag = header.getResizeHandler();
  return (
    <th
      role="columnheader"
      scope="col"
      aria-colindex={place + 1}
      data-column={place}
      aria-label={column.id}
      aria-sort={direction ? ordered[direction] : undefined}
    >
      <Sort
        {...reason.anchor}
        type="button"
        data-stop
        tabIndex={tabbed ? 0 : -1}
        $numeric={column.columnDef.meta?.numeric ?? false}
        title={column.id}
        aria-disabled={unavailable !== undefined || undefined}
        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
        onClick={() => unavailable === undefined && onSort(column.id)}
        onKeyDown={(event) => {
          reason.anchor.onKeyDown?.(event);
          resize(event);
        }}
      >
        <span>{column.id}</span>
        {direction && <Icon name={direction === 'asc' ? 'arrowUp' : 'arrowDown'} size={14} />}
      </Sort>
      {/* For pointers; the keyboard has Shift and the arrows, and the column menu takes a number. */}
      <Edge aria-hidden $active={resizing} onMouseDown={drag} onTouchStart={drag} onDoubleClick={fit} />
      <Reason {...reason} />
    </th>
  );
}
