/**
 * Keyboard navigation of a grid, after the grid pattern of the ARIA Authoring Practices: one tab stop, arrow keys between
 * cells. Uses positions, not elements, since most cells of a large grid are not rendered.
 */

/** A cell; row 0 is the header row. */
export type CellPosition = { row: number; column: number };
/** The numbers of rows, header included, and columns; `stride` is the number of rows of a page key. */
export type GridSize = { rows: number; columns: number; stride: number };

type Press = { key: string; ctrlKey: boolean; metaKey: boolean };

const within = (at: number, count: number) => Math.max(0, Math.min(count - 1, at));

/** The nearest existing position. */
export const clampPosition = ({ row, column }: CellPosition, { rows, columns }: GridSize): CellPosition => ({
  row: within(row, rows),
  column: within(column, columns),
});

/** The position after a key press; null if the key does not move the focus. */
export function nextPosition(
  { row, column }: CellPosition,
  { key, ctrlKey, metaKey }: Press,
  extent: GridSize,
): CellPosition | null {
  const far = ctrlKey || metaKey;
  const { rows, columns, stride } = extent;
  const targets: Record<string, CellPosition> = {
    ArrowDown: { row: far ? rows - 1 : row + 1, column },
    ArrowUp: { row: far ? 0 : row - 1, column },
    ArrowRight: { row, column: far ? columns - 1 : column + 1 },
    ArrowLeft: { row, column: far ? 0 : column - 1 },
    PageDown: { row: row + stride, column },
    PageUp: { row: row - stride, column },
    Home: { row: far ? 0 : row, column: 0 },
    End: { row: far ? rows - 1 : row, column: columns - 1 },
  };
  const target = targets[key];
  return target ? clampPosition(target, extent) : null;
}
