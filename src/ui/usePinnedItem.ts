/** Renders one item of a virtual list even outside of the viewport: the item that has the focus, or gets it next. */
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { useCallback, useState } from 'react';

/**
 * @param first - the index of the first pinned item.
 * @returns the pinned index, its setter, and the range extractor for the virtualizer.
 */
export function usePinnedItem(first = 0) {
  const [pinned, setPinned] = useState(first);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const visible = defaultRangeExtractor(range);
      if (pinned >= range.count || visible.includes(pinned)) return visible;
      return [...visible, pinned].sort((a, b) => a - b);
    },
    [pinned],
  );
  return { pinned, setPinned, rangeExtractor };
}
