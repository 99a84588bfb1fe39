/** Renders a list of large items in pieces, which avoids a long task. */
import { useEffect, useState } from 'react';

/** The items of each piece: a form's rows take about 5 ms each. */
const itemsPerPiece = 3;

/** @returns how many of the items to render: a few at first, then a few more in each task until all are. */
export function useGrowingCount(total: number): number {
  const [count, setCount] = useState(itemsPerPiece);
  useEffect(() => {
    if (count >= total) return;
    const timer = setTimeout(() => setCount(count + itemsPerPiece));
    return () => clearTimeout(timer);
  }, [count, total]);
  return Math.min(count, total);
}
