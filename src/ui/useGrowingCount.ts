/**
 * Renders a list of large items one by one, which avoids a long task. A row of a form takes about 10 ms, and 30 ms if its text is
 * the first one in a script, such as Greek, since a font is looked up for it.
 */
import { useEffect, useState } from 'react';

/** @returns how many of the items to render: none in the first frame, which renders the page around them, then one more in each frame. */
export function useGrowingCount(total: number): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (count >= total) return;
    const frame = requestAnimationFrame(() => setCount(count + 1));
    return () => cancelAnimationFrame(frame);
  }, [count, total]);
  return Math.min(count, total);
}
