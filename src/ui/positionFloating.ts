/** Puts a floating part beside the control it belongs to, inside the window. */

const gap = 6;
const margin = 8;

/**
 * Below the anchor where there is room, else above it; never past the window's edges.
 * The position travels as `--x` and `--y`, in CSS pixels of the window.
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
