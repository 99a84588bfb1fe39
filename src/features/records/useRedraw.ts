/** Draws rows once more after opened values are gone, so that React lets go of them too. */
import { useEffect, useRef, useState } from 'react';
import type { Opened } from '#src/machines/recordsView/types.ts';
import type { Value } from '#src/machines/peek/types.ts';

/** As long as the first drawing without the values may take before the second one, in milliseconds. */
const delayMs = 100;

/**
 * Counts the drawings that follow the end of opened values.
 *
 * React keeps the properties and the state of the drawing before the present one, in the second buffer of each component. What is no
 * longer shown stays in memory there until everything that showed it is drawn again. Rows that depend on this number are made anew, so
 * even memoized parts are.
 */
export function useRedraw(opened: Opened, peeked: Value | null): number {
  const [count, setCount] = useState(0);
  const before = useRef<{ opened: Opened; peeked: Value | null }>({ opened, peeked });
  useEffect(() => {
    const last = before.current;
    before.current = { opened, peeked };
    const gone =
      [...last.opened.keys()].some((id) => !opened.has(id)) ||
      (last.peeked !== null && last.peeked !== peeked);
    if (!gone) return undefined;
    const timer = setTimeout(() => setCount((now) => now + 1), delayMs);
    return () => clearTimeout(timer);
  }, [opened, peeked]);
  return count;
}
