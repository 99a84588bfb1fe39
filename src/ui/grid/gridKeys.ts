/**
 * Walking a grid by keyboard, after the grid pattern of the ARIA Authoring Practices: one tab stop, arrows from
 * cell to cell. It reckons with places, not with elements: most cells of a large grid aren't in the page.
 */

/** A cell: row 0 is the head, column 0 the first one of a row. */
export type CellPosition = { row: number; column: number };
/** How many rows there are, the head included, and columns; and how many rows the page keys pass. */
export type GridSize = { rows: number; columns: number; stride: number };

type Press = { key: string; ctrlKey: boolean; metaKey: boolean };

const within = (at: number, count: number) => Math.max(0, Math.min(count - 1, at));

/** The nearest place that there is. */
export const clampPosition = ({ row, column }: CellPosition, { rows, columns }: GridSize): CellPosition => ({
  row: within(row, rows),
  column: within(column, columns),
});

/** The place that a key leads to from another one; null when the key leads nowhere in a grid. */
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
