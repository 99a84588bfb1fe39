/** Fits a column to its content. */
import { boundWidth } from './useGrid.ts';

/** The padding of a cell. */
const paddingPx = 24;
/** Longer headers are truncated. */
const maxHeadPx = 500;

/** The width of an element's content, even if it overflows. */
function contentWidth(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
}

/**
 * The width in CSS pixels that fits a column's header and rendered cells, within the bounds of all columns.
 */
export function fittingWidth(head: HTMLTableCellElement): number {
  const rows = head.closest('table')?.tBodies[0]?.rows ?? [];
  const cells = Array.from(rows, (row) => row.cells[head.cellIndex]).filter((cell) => cell !== undefined);
  const label = head.querySelector('[data-stop]') ?? head;
  const widths = [Math.min(maxHeadPx, contentWidth(label)), ...cells.map(contentWidth)];
  return boundWidth(Math.ceil(Math.max(...widths)) + paddingPx);
}
