/** Which datasets of the sidebar show their schemas. */
import { useState } from 'react';

/**
 * Nothing is open at first but the present dataset, which opens when one arrives in it, wherever one came from.
 * @returns the ids of the open ones, and what opens or closes one.
 */
export function useExpandedDatasets(present: string | undefined) {
  const [folds, setFolds] = useState({ present, open: new Set(present === undefined ? [] : [present]) });
  if (folds.present !== present)
    setFolds({ present, open: new Set(present === undefined ? folds.open : [...folds.open, present]) });
  const fold = (id: string) =>
    setFolds(({ open, ...rest }) => {
      const next = new Set(open);
      if (!next.delete(id)) next.add(id);
      return { ...rest, open: next };
    });
  return { open: folds.open, fold };
}
