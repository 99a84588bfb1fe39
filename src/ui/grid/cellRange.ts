/** Rectangles of cells, for selecting and copying. */
import type { CellPosition } from './gridKeys.ts';

/** From the cell where the selection began to the cell where it ends, in any direction. */
export type CellRange = { anchor: CellPosition; head: CellPosition };

/** Both ends are included. */
export type Rectangle = { top: number; bottom: number; left: number; right: number };

export const rectangleOf = ({ anchor, head }: CellRange): Rectangle => ({
  top: Math.min(anchor.row, head.row),
  bottom: Math.max(anchor.row, head.row),
  left: Math.min(anchor.column, head.column),
  right: Math.max(anchor.column, head.column),
});

/** "6 cells", "1 cell". */
export function cellCountText({ top, bottom, left, right }: Rectangle): string {
  const count = (bottom - top + 1) * (right - left + 1);
  return count === 1 ? '1 cell' : `${count} cells`;
}
