/** The table model behind the grid: widths, visible columns, and the order of the loaded page. */
import {
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type Column,
  type ColumnDef,
  type Header,
  type SortFn,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Field } from '#contract/fields.ts';
import type { OpenRecord, SealedRecord } from '#contract/records.ts';

/** A record as the grid shows it. */
export type GridRow = {
  record: SealedRecord;
  /** Its number in the whole result, from 1. */
  number: number;
  /** Its values, once they are opened. */
  open: OpenRecord['data'] | undefined;
};

const features = tableFeatures({
  columnSizingFeature,
  columnResizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: {} as { numeric: boolean },
});
type Features = typeof features;
export type GridColumn = Column<Features, GridRow>;
export type GridHeader = Header<Features, GridRow>;

/** In CSS pixels. */
export const columnWidth = { size: 150, minSize: 40, maxSize: 1000 };

const words = new Intl.Collator(undefined, { numeric: true });
const byValue: SortFn<Features, GridRow> = (a, b, id) => {
  const [one, other] = [a.original.open?.[id], b.original.open?.[id]];
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : words.compare(String(one), String(other));
};

const columnOf = ({ name, type }: Field): ColumnDef<Features, GridRow> => ({
  id: name,
  header: name,
  accessorFn: ({ open }) => open?.[name],
  meta: { numeric: type !== 'string' },
  sortFn: byValue,
  sortUndefined: 'last',
});

export function useGrid(fields: readonly Field[], rows: GridRow[], sortable: boolean) {
  const columns = useMemo(() => fields.map(columnOf), [fields]);
  return useTable({
    features,
    columns,
    data: rows,
    defaultColumn: columnWidth,
    columnResizeMode: 'onChange',
    enableSorting: sortable,
    enableMultiSort: false,
    sortDescFirst: false,
    getRowId: ({ record }) => record.id,
  });
}

export type Grid = ReturnType<typeof useGrid>;
