/** Whether a grid is scrolled across: only then do its first columns have to stay in sight. */
import { useLayoutEffect, useState, type RefObject } from 'react';

export function useIsScrolledHorizontally(frame: RefObject<HTMLElement | null>): boolean {
  const [isAcross, setAcross] = useState(false);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const update = () => setAcross(element.scrollLeft !== 0);
    update();
    element.addEventListener('scroll', update, { passive: true });
    return () => element.removeEventListener('scroll', update);
  }, [frame]);
  return isAcross;
}
