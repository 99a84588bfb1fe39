/** The grid of records: sealed cells, or readable ones. [Way 7/8] */
import { useEffect, useMemo, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import { Frame, Lines } from './gridLook.ts';
import { cellAfter, ensureStop, keepStop, stopOf } from './gridKeys.ts';
import { HeaderCell } from './HeaderCell.tsx';
import { RecordLine } from './RecordLine.tsx';
import type { Grid, GridRow } from './useGrid.ts';

const unsortable = 'Sealed values have no order. Decrypt to sort the records of this page.';

/** Width of the column of numbers, in CSS pixels. */
const numberWidth = 56;

export type RecordTableProps = {
  grid: Grid;
  /** What the grid holds, for its name. */
  label: string;
  /** Of the whole result. */
  total: number;
  offset: number;
  /** The next page is on its way. */
  busy: boolean;
  readable: boolean;
  onOpen: (row: GridRow) => void;
};

export function RecordTable({ grid, label, total, offset, busy, readable, onOpen }: RecordTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const [said, say] = useState('');
  const columns = grid.getVisibleLeafColumns();
  const { rows } = grid.getRowModel();
  useEffect(() => {
    if (table.current) ensureStop(table.current);
  });

  const walk = (event: KeyboardEvent<HTMLTableElement>) => {
    const next = cellAfter(event.currentTarget, event.target as Element, event);
    if (!next) return;
    event.preventDefault();
    stopOf(next)?.focus();
  };
  const arrive = ({ currentTarget, target }: FocusEvent<HTMLTableElement>) => {
    if (target.matches('[data-stop]')) keepStop(currentTarget, target);
  };
  const body = useMemo(
    () =>
      rows.map(({ id, original }, at) => (
        <RecordLine key={id} row={original} index={offset + at + 2} columns={columns} onOpen={onOpen} />
      )),
    [rows, columns, offset, onOpen],
  );
  const width = numberWidth + grid.getTotalSize();
  return (
    <Frame>
      <Lines
        ref={table}
        role="grid"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-colcount={columns.length + 1}
        aria-busy={busy}
        $busy={busy}
        style={{ minInlineSize: width }}
        onKeyDown={walk}
        onFocus={arrive}
      >
        <colgroup>
          <col style={{ inlineSize: numberWidth }} />
          {columns.map((column, at) => (
            // The last column takes what room is left.
            <col key={column.id} style={at < columns.length - 1 ? { inlineSize: column.getSize() } : {}} />
          ))}
        </colgroup>
        <thead>
          <tr role="row" aria-rowindex={1}>
            <th role="columnheader" scope="col" data-stop tabIndex={-1}>
              <span aria-hidden>#</span>
              <VisuallyHidden>Number</VisuallyHidden>
            </th>
            {grid.getFlatHeaders().map((header) => (
              <HeaderCell
                key={header.id}
                grid={grid}
                header={header}
                unsortable={readable ? undefined : unsortable}
                onSaid={say}
              />
            ))}
          </tr>
        </thead>
        <tbody>{body}</tbody>
      </Lines>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </Frame>
  );
}
