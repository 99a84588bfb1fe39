/** Positions a floating element beside its anchor, inside the window. */

const gap = 6;
const margin = 8;

/**
 * Below the anchor if it fits, else above it.
 * Sets the position as `--x` and `--y`, in CSS pixels of the window.
 */
export function positionFloating(
  floating: HTMLElement,
  anchor: Element,
  align: 'start' | 'end' = 'start',
): void {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: wide, offsetHeight: high } = floating;
  const wished = align === 'start' ? at.left : at.right - wide;
  const x = Math.max(margin, Math.min(wished, window.innerWidth - wide - margin));
  const fits = at.bottom + gap + high + margin <= window.innerHeight;
  const y = fits ? at.bottom + gap : Math.max(margin, at.top - gap - high);
  floating.style.setProperty('--x', `${x}px`);
  floating.style.setProperty('--y', `${y}px`);
}
