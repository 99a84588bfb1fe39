/** Whether a grid is scrolled horizontally. Only then do its first columns have to be sticky. */
import { useLayoutEffect, useState, type RefObject } from 'react';

export function useIsScrolledHorizontally(frame: RefObject<HTMLElement | null>): boolean {
  const [isScrolled, setScrolled] = useState(false);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const update = () => setScrolled(element.scrollLeft !== 0);
    update();
    element.addEventListener('scroll', update, { passive: true });
    return () => element.removeEventListener('scroll', update);
  }, [frame]);
  return isScrolled;
}
