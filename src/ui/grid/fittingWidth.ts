/** How wide a column has to be for all that it shows. */
import { boundWidth } from './useGrid.ts';

/** Room for the cell's padding, in CSS pixels. */
const paddingPx = 24;
/** A longer head is cut rather than given its width. */
const maxHeadPx = 500;

/** The width of what an element holds, whether or not it fits. */
function contentWidth(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
}

/**
 * The width that fits a column's head and its cells on this page, in CSS pixels, within the bounds of all columns.
 * @param head - the column's head.
 */
export function fittingWidth(head: HTMLTableCellElement): number {
  const rows = head.closest('table')?.tBodies[0]?.rows ?? [];
  const cells = Array.from(rows, (row) => row.cells[head.cellIndex]).filter((cell) => cell !== undefined);
  const label = head.querySelector('[data-stop]') ?? head;
  const widths = [Math.min(maxHeadPx, contentWidth(label)), ...cells.map(contentWidth)];
  return boundWidth(Math.ceil(Math.max(...widths)) + paddingPx);
}
