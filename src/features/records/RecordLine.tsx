/** One record of the grid: its number, and a cell for each visible column. */
import { memo } from 'react';
import { sealedText, shortText } from '#src/lib/sealedText.ts';
import type { GridColumn, GridRow } from './useGrid.ts';

export type RecordLineProps = {
  row: GridRow;
  /** Counted over the whole result, the head being 1. */
  index: number;
  columns: readonly GridColumn[];
  onOpen: (row: GridRow) => void;
};

/** Redrawn when its record or the columns change, never while a column is being resized. */
export const RecordLine = memo(function RecordLine({ row, index, columns, onOpen }: RecordLineProps) {
  const open = () => onOpen(row);
  return (
    <tr role="row" aria-rowindex={index} onDoubleClick={open}>
      <th role="rowheader" scope="row">
        <button
          type="button"
          data-stop
          tabIndex={-1}
          aria-label={`Record ${row.number}, show all of it`}
          onClick={open}
        >
          {row.number}
        </button>
      </th>
      {columns.map(({ id, columnDef }) => (
        <Cell key={id} row={row} name={id} numeric={columnDef.meta?.numeric ?? false} onOpen={open} />
      ))}
    </tr>
  );
});

type CellProps = { row: GridRow; name: string; numeric: boolean; onOpen: () => void };

function Cell({ row: { record, open }, name, numeric, onOpen }: CellProps) {
  const value = open?.[name];
  const sealed = record.data[name];
  const shown =
    value !== undefined
      ? { children: shortText(value) }
      : sealed !== undefined
        ? {
            children: sealedText(sealed),
            'data-sealed': true,
            'aria-label': `encrypted value, ${name} column`,
          }
        : { children: '—', 'data-sealed': true, 'aria-label': `no value, ${name} column` };
  return (
    <td
      role="gridcell"
      data-stop
      tabIndex={-1}
      data-numeric={numeric || undefined}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onOpen();
      }}
      {...shown}
    />
  );
}
