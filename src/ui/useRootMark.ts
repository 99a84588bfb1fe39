/** Marks the root element while a component is mounted, for styles that depend on a distant element. */
import { useLayoutEffect } from 'react';

/**
 * Sets `data-fill`, `data-table` or `data-tray` on the root element while `on`. A `:has` selector would not need this, but is evaluated
 * again at each change of the page, which takes 12 ms for each row that is scrolled into view.
 */
export function useRootMark(name: 'fill' | 'table' | 'tray', on: boolean): void {
  useLayoutEffect(() => {
    if (!on) return;
    const { documentElement: root } = document;
    root.setAttribute(`data-${name}`, '');
    return () => root.removeAttribute(`data-${name}`);
  }, [name, on]);
}
