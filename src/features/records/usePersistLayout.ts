/** Saves the column layout and restores the saved order. */
import { useEffect, useRef, useState } from 'react';
import { sortText, type Sort, readSort } from './recordsAddress.ts';
import type { Field } from '@cloakroom/contract/fields.ts';
import { deleteLayout, saveLayout, type SavedLayout } from './columnLayout.ts';
import { layoutOf, type GridModel } from '#src/ui/grid/useGrid.ts';
import type { Density } from '#src/ui/grid/density.ts';
import type { RecordQueryState } from './useRecordQuery.ts';

const defaultLayout: SavedLayout = {
  order: [],
  hidden: [],
  pinned: [],
  widths: {},
  density: 'standard',
  sort: null,
};

type Chosen = { sort: Sort | null; density: Density };

/** Saves the layout whenever it changes, and deletes it when it equals the default. */
export function usePersistLayout(schema: string, grid: GridModel, { sort, density }: Chosen): void {
  const current = JSON.stringify({
    ...layoutOf(grid),
    density,
    sort: sort && sortText(sort),
  } satisfies SavedLayout);
  const written = useRef(current);
  const resizing = Boolean(grid.state.columnResizing.isResizingColumn);
  useEffect(() => {
    if (resizing || written.current === current) return;
    written.current = current;
    if (current === JSON.stringify(defaultLayout)) void deleteLayout(schema);
    else void saveLayout(schema, JSON.parse(current) as SavedLayout);
  }, [schema, current, resizing]);
}

/**
 * Applies the saved order where the address has none.
 * @param saved - undefined until it is loaded.
 * @returns whether the address has its final order.
 */
export function useSavedSort(
  saved: SavedLayout | null | undefined,
  query: RecordQueryState,
  fields: readonly Field[],
): boolean {
  const [pending, setPending] = useState<Sort | null>();
  if (pending === undefined && saved !== undefined)
    setPending(query.sort ? null : readSort(saved?.sort ?? null, fields));
  if (pending && query.sort) setPending(null);
  const { sort, sortBy } = query;
  useEffect(() => {
    if (pending && !sort) sortBy(pending, 'replace');
  }, [pending, sort, sortBy]);
  return pending === null;
}
