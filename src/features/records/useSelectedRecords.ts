/** The selected records of the page. */
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
};

export function useSelectedRecords(rows: readonly RecordRow[], available: boolean): SelectedRecords {
  const [selected, setSelected] = useState(none);
  return useMemo((): SelectedRecords => {
    const ids = rows.map(keyOf).filter((id) => selected.has(id));
    const clear = () => setSelected(none);
    if (!available) return { ids: [], clear };
    const choose = (keys: readonly string[], on: boolean) => {
      const next = new Set(ids);
      for (const key of keys)
        if (on) next.add(key);
        else next.delete(key);
      setSelected(next);
    };
    return { selection: { chosen: new Set(ids), choose }, ids, clear };
  }, [rows, selected, available]);
}
