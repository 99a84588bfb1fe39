/** The expanded datasets of the sidebar. */
import { useState } from 'react';

/**
 * Expands the current dataset at first and whenever it changes.
 * @returns the ids of the expanded datasets, and a function that expands or collapses one.
 */
export function useExpandedDatasets(current: string | undefined) {
  const [state, setState] = useState({ current, open: new Set(current === undefined ? [] : [current]) });
  if (state.current !== current)
    setState({ current, open: new Set(current === undefined ? state.open : [...state.open, current]) });
  const toggle = (id: string) =>
    setState(({ open, ...rest }) => {
      const next = new Set(open);
      if (!next.delete(id)) next.add(id);
      return { ...rest, open: next };
    });
  return { open: state.open, toggle };
}
