/** Positions a floating element beside its anchor, inside the window. */

const gapPx = 6;
const marginPx = 8;

/**
 * Below the anchor if it fits, else above it.
 * Sets the position as `--x` and `--y`, in CSS pixels of the window.
 */
export function positionFloating(
  floating: HTMLElement,
  anchor: Element,
  align: 'start' | 'end' = 'start',
): void {
  const anchorBox = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = floating;
  const preferred = align === 'start' ? anchorBox.left : anchorBox.right - width;
  const x = Math.max(marginPx, Math.min(preferred, window.innerWidth - width - marginPx));
  const fitsBelow = anchorBox.bottom + gapPx + height + marginPx <= window.innerHeight;
  const y = fitsBelow ? anchorBox.bottom + gapPx : Math.max(marginPx, anchorBox.top - gapPx - height);
  floating.style.setProperty('--x', `${x}px`);
  floating.style.setProperty('--y', `${y}px`);
}
