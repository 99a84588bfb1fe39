/** Renders a list of large items in pieces, which avoids a long task. */
import { useEffect, useState } from 'react';

/** The items of each piece: to render and lay out a form's row takes about 10 ms. */
const itemsPerPiece = 2;

/** @returns how many of the items to render: a few at first, then a few more in each frame until all are. */
export function useGrowingCount(total: number): number {
  const [count, setCount] = useState(itemsPerPiece);
  useEffect(() => {
    if (count >= total) return;
    const frame = requestAnimationFrame(() => setCount(count + itemsPerPiece));
    return () => cancelAnimationFrame(frame);
  }, [count, total]);
  return Math.min(count, total);
}
