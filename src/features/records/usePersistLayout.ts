/** Keeps what somebody makes of the columns, for their next visit. */
import { useEffect, useRef, useState } from 'react';
import { sortText, type Sort, readSort } from './recordsAddress.ts';
import type { Field } from '@cloakroom/contract/fields.ts';
import { deleteLayout, saveLayout, type SavedLayout } from './columnLayout.ts';
import { layoutOf, type GridModel } from '#src/ui/grid/useGrid.ts';
import type { RecordQueryShown } from './useRecordQuery.ts';

const untouched: SavedLayout = { order: [], hidden: [], widths: {}, sort: null };

/** Writes the layout whenever it has changed, and deletes what is as it was in the beginning. */
export function usePersistLayout(schema: string, grid: GridModel, sort: Sort | null): void {
  const now = JSON.stringify({ ...layoutOf(grid), sort: sort && sortText(sort) } satisfies SavedLayout);
  const written = useRef(now);
  const moving = Boolean(grid.state.columnResizing.isResizingColumn);
  useEffect(() => {
    if (moving || written.current === now) return;
    written.current = now;
    if (now === JSON.stringify(untouched)) void deleteLayout(schema);
    else void saveLayout(schema, JSON.parse(now) as SavedLayout);
  }, [schema, now, moving]);
}

/**
 * Where the address names no order, the one of the last visit.
 * @param kept - the layout of the last visit; undefined until it is known.
 * @returns whether the address says what is to be shown.
 */
export function useSortOf(
  kept: SavedLayout | null | undefined,
  query: RecordQueryShown,
  fields: readonly Field[],
): boolean {
  const [due, setDue] = useState<Sort | null>();
  if (due === undefined && kept !== undefined)
    setDue(query.sort ? null : readSort(kept?.sort ?? null, fields));
  if (due && query.sort) setDue(null);
  const { sort, sortBy } = query;
  useEffect(() => {
    if (due && !sort) sortBy(due, 'silently');
  }, [due, sort, sortBy]);
  return due === null;
}
