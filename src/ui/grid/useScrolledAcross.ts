/** Whether a grid is scrolled across: only then do its first columns have to be sticky. */
import { useLayoutEffect, type RefObject } from 'react';

/** Sets the attribute `data-across` of a scrolled element while it isn't at its start, without rendering. */
export function useScrolledAcross(frame: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const update = () => element.toggleAttribute('data-across', element.scrollLeft !== 0);
    update();
    element.addEventListener('scroll', update, { passive: true });
    return () => element.removeEventListener('scroll', update);
  }, [frame]);
}
