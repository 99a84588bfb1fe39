/** Finds parts of a page that a window of this size doesn't show and can't scroll to. */
import type { Page } from '@playwright/test';

/**
 * Reports whether the page scrolls horizontally, which controls extend beyond the window or a clipping ancestor, and which
 * sentences of a dialog don't fit. Content of a scrolling ancestor is not cut off.
 */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Positions of popovers follow the size of the window.
    await new Promise(requestAnimationFrame);
    const { scrollWidth, clientWidth, clientHeight } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} pixels to the side`] : [];
    const tolerance = 1;
    type Side = 'x' | 'y';
    const edges = (box: DOMRect, side: Side) =>
      side === 'x' ? ([box.left, box.right] as const) : ([box.top, box.bottom] as const);
    /** Whether a part of the element is hidden in this direction. */
    const isCut = (element: Element, side: Side): boolean => {
      const [start, end] = edges(element.getBoundingClientRect(), side);
      for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(each);
        const overflow = side === 'x' ? overflowX : overflowY;
        if (/auto|scroll/.test(overflow)) return false;
        const [from, to] = edges(each.getBoundingClientRect(), side);
        if (/hidden|clip/.test(overflow) && (start < from - tolerance || end > to + tolerance)) return true;
        if (position === 'fixed') break;
      }
      // The page itself scrolls vertically, but elements that are fixed over it don't.
      if (side === 'y' && !element.closest('dialog[open], [popover]')) return false;
      return start < -tolerance || end > (side === 'x' ? clientWidth : clientHeight) + tolerance;
    };
    const controls = document.querySelectorAll('button, a[href], input, select, textarea, [role=option]');
    for (const control of controls) {
      const { width, height } = control.getBoundingClientRect();
      // Elements for screen readers only are one pixel wide.
      const isShown = control.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!isShown || width <= 1 || height <= 1 || control.closest('[aria-hidden=true]')) continue;
      const sides = (['x', 'y'] as const).filter((side) => isCut(control, side));
      const name = control.getAttribute('aria-label') ?? control.textContent;
      if (sides.length > 0) found.push(`cut off in ${sides.join(' and ')}: ${name.trim().slice(0, 60)}`);
    }
    for (const text of document.querySelectorAll('dialog[open] p'))
      if (text.clientWidth > 1 && text.scrollWidth > text.clientWidth + tolerance)
        found.push(`cut off: ${text.textContent.slice(0, 60)}`);
    return found;
  });
