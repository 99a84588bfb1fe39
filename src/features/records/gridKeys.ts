/**
 * Walking a grid by keyboard, after the grid pattern of the ARIA Authoring Practices: one tab stop, arrows from
 * cell to cell. It moves among the table's own rows and cells, so a new page or a hidden column needs no news.
 */

/** What Page Up and Page Down pass. */
const stride = 10;

/** What takes the focus in a cell: the cell itself, or its one control. */
export const stopOf = (cell: Element): HTMLElement | null =>
  cell.matches('[data-stop]') ? (cell as HTMLElement) : cell.querySelector<HTMLElement>('[data-stop]');

/** Make an element the grid's only tab stop. */
export function keepStop(table: HTMLTableElement, stop: HTMLElement): void {
  for (const before of table.querySelectorAll<HTMLElement>('[data-stop][tabindex="0"]')) before.tabIndex = -1;
  stop.tabIndex = 0;
}

/** A grid whose tab stop went with its row or column gets a new one: the head of its first column. */
export function ensureStop(table: HTMLTableElement): void {
  if (table.querySelector('[data-stop][tabindex="0"]')) return;
  const first = table.rows[0]?.cells[1];
  const stop = first && stopOf(first);
  if (stop) keepStop(table, stop);
}

type Press = { key: string; ctrlKey: boolean; metaKey: boolean };

/** The cell that a key leads to from another one; null when the key leads nowhere. */
export function cellAfter(
  table: HTMLTableElement,
  from: Element,
  { key, ctrlKey, metaKey }: Press,
): HTMLTableCellElement | null {
  const cell = from.closest<HTMLTableCellElement>('th, td');
  const row = cell?.closest('tr');
  if (!cell || !row) return null;
  const far = ctrlKey || metaKey;
  const lastRow = table.rows.length - 1;
  const lastCell = row.cells.length - 1;
  const [down, across] = [row.rowIndex, cell.cellIndex];
  const targets: Record<string, [number, number]> = {
    ArrowDown: [down + 1, across],
    ArrowUp: [down - 1, across],
    ArrowRight: [down, across + 1],
    ArrowLeft: [down, across - 1],
    PageDown: [Math.min(lastRow, down + stride), across],
    PageUp: [Math.max(0, down - stride), across],
    Home: [far ? 0 : down, 0],
    End: [far ? lastRow : down, lastCell],
  };
  const target = targets[key];
  return target ? (table.rows[target[0]]?.cells[target[1]] ?? null) : null;
}
