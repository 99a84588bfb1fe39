/** Renders a list of large items in pieces, which avoids a long task. */
import { useEffect, useState } from 'react';

/** The items of each piece: to render and lay out a form's row takes about 10 ms. */
const itemsPerPiece = 2;

/** @returns how many of the items to render: none in the first frame, which has the page around them, then a few more in each frame. */
export function useGrowingCount(total: number): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (count >= total) return;
    const frame = requestAnimationFrame(() => setCount(count + itemsPerPiece));
    return () => cancelAnimationFrame(frame);
  }, [count, total]);
  return Math.min(count, total);
}
