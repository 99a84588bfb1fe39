/** The selected records of the page, or all that match the search. */
import { useMemo, useState } from 'react';
import type { Selection } from '#src/ui/grid/types.ts';
import { keyOf, type RecordRow } from './recordRows.ts';

const none: ReadonlySet<string> = new Set();

export type SelectedRecords = {
  /** Undefined where selecting is not available. */
  selection?: Selection;
  /** Ids of the selected records; changing the page drops the others. */
  ids: string[];
  clear: () => void;
  /** Selects all records of the page; undefined unless some of them are selected. */
  selectPage?: () => void;
  /** Whether all records of the search are selected, also those of other pages. */
  isAll: boolean;
  /** Selects them; undefined unless all records of the page are selected and there are others. */
  selectAll?: () => void;
};

type SelectedRecordsOptions = {
  rows: readonly RecordRow[];
  available: boolean;
  total: number;
  /** Identifies the search: another one ends the selection of all that match. */
  search: string;
};

export function useSelectedRecords(options: SelectedRecordsOptions): SelectedRecords {
  const { rows, available, total, search } = options;
  const [selected, setSelected] = useState(none);
  /** The search of which all records are selected. */
  const [whole, setWhole] = useState<string>();
  return useMemo((): SelectedRecords => {
    const ids = rows.map(keyOf).filter((id) => selected.has(id));
    const clear = () => {
      setSelected(none);
      setWhole(undefined);
    };
    if (!available) return { ids: [], clear, isAll: false };
    const everyKey = rows.map(keyOf);
    // The rows of the other pages are selected too.
    if (whole === search)
      return {
        selection: { chosen: new Set(everyKey), choose: clear },
        ids: everyKey,
        clear,
        isAll: true,
      };
    const choose = (keys: readonly string[], on: boolean) => {
      const next = new Set(ids);
      for (const key of keys)
        if (on) next.add(key);
        else next.delete(key);
      setSelected(next);
    };
    const isPartOfPage = ids.length > 0 && ids.length < rows.length;
    const isWholePage = ids.length > 0 && ids.length === rows.length && total > rows.length;
    return {
      selection: { chosen: new Set(ids), choose },
      ids,
      clear,
      isAll: false,
      ...(isPartOfPage && { selectPage: () => setSelected(new Set(everyKey)) }),
      ...(isWholePage && { selectAll: () => setWhole(search) }),
    };
  }, [rows, selected, available, total, search, whole]);
}
