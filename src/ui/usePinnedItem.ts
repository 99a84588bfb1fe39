/** Keeps one line of a virtual list in the page wherever the eye is: the one that has the focus, or will get it. */
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { useCallback, useState } from 'react';

/**
 * @param first - the line that stays until another is set.
 * @returns the line that stays, a setter for it, and the extractor that the virtualizer asks which lines to draw.
 */
export function usePinnedItem(first = 0) {
  const [kept, keep] = useState(first);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const near = defaultRangeExtractor(range);
      if (kept >= range.count || near.includes(kept)) return near;
      return [...near, kept].sort((a, b) => a - b);
    },
    [kept],
  );
  return { kept, keep, rangeExtractor };
}
