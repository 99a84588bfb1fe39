/** The records of the page that are chosen: to be deleted. */
import { useMemo, useState } from 'react';
import type { Selection } from '#src/ui/grid/types.ts';
import { keyOf, type RecordRow } from './recordRows.ts';

const none: ReadonlySet<string> = new Set();

export type SelectedRecords = {
  /** Absent where nothing can be done with them. */
  selection?: Selection;
  /** The ids of those on the page: what is on another one isn't chosen any more. */
  ids: string[];
  clear: () => void;
};

export function useSelectedRecords(rows: readonly RecordRow[], available: boolean): SelectedRecords {
  const [chosen, setChosen] = useState(none);
  return useMemo((): SelectedRecords => {
    const ids = rows.map(keyOf).filter((id) => chosen.has(id));
    const clear = () => setChosen(none);
    if (!available) return { ids: [], clear };
    const choose = (keys: readonly string[], wanted: boolean) => {
      const next = new Set(ids);
      for (const key of keys)
        if (wanted) next.add(key);
        else next.delete(key);
      setChosen(next);
    };
    return { selection: { chosen: new Set(ids), choose }, ids, clear };
  }, [rows, chosen, available]);
}
