/** Renders rows once more after decrypted values are dropped, so that React releases them too. */
import { useEffect, useRef, useState } from 'react';
import type { Opened } from '#src/machines/recordsView/types.ts';
import type { Value } from '#src/machines/peek/types.ts';

/** Between the first render without the values and the second one. */
const delayMs = 100;

/**
 * Counts the extra renders after decrypted values are dropped.
 *
 * React keeps the props and state of the previous render in the alternate fiber of each component. Dropped values stay
 * in memory there until every component that showed them renders again. Rows that depend on this number are recreated,
 * so memoized components render too.
 */
export function useRedraw(opened: Opened, peeked: Value | null): number {
  const [count, setCount] = useState(0);
  const previous = useRef<{ opened: Opened; peeked: Value | null }>({ opened, peeked });
  useEffect(() => {
    const last = previous.current;
    previous.current = { opened, peeked };
    const gone =
      [...last.opened.keys()].some((id) => !opened.has(id)) ||
      (last.peeked !== null && last.peeked !== peeked);
    if (!gone) return undefined;
    const timer = setTimeout(() => setCount((n) => n + 1), delayMs);
    return () => clearTimeout(timer);
  }, [opened, peeked]);
  return count;
}
