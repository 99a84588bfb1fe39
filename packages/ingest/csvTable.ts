/** The DFA of the valid rows of a CSV file, as one transition table. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { cellDfas, emptyCell, type CellDfa } from './cellDfas.ts';
import type { Header } from './csvHeader.ts';
import { copyStates, setAll, StateAllocator, states, type RowTable } from './rowTable.ts';
import { blanks } from './textDfas.ts';
import { isRegular } from './textLimits.ts';

const [quote, lineFeed] = [34, 10];

/**
 * The numbers of a column's states: `outside` and `inside` quotes, `closed` after the quote that ends a cell, `doubled` after
 * a quote that may be the first of two.
 */
type ColumnStates = { start: number; outside: number; inside: number; closed: number; doubled: number };

/** The states after the bytes that may end a cell. */
type Ends = [byte: number, state: number][];

/** The table for rows that end in `\n`; null if it needs too many states, or a DFA cannot check a limit. */
export function csvTable(
  { columns, linked }: Header,
  fields: readonly Field[],
  delimiter: number,
): RowTable | null {
  if (!columns.every((number) => number < 0 || isRegular(fields[number]!))) return null;
  const width = columns.length;
  const cells = cellDfas(columns.map((number) => fields[number] ?? null));
  // The cell under the schema link, if it is empty.
  if (linked) cells.push(emptyCell);
  const count = new StateAllocator();
  const columnStates = cells.map(({ outside, inside, text }, column): ColumnStates => ({
    start: column === 0 ? states.afterRow : count.allocate(1),
    outside: count.allocate(outside.isAccepting.length),
    inside: count.allocate(inside.isAccepting.length),
    closed: count.allocate(1),
    doubled: text ? count.allocate(1) : states.reject,
  }));
  const table = count.table();
  if (!table) return null;
  const { after, rowOf } = table;
  cells.forEach((cell, column) => {
    const ends: Ends = [
      [delimiter, columnStates[column + 1]?.start ?? states.reject],
      [lineFeed, column + 1 >= width ? states.afterRow : states.reject],
    ];
    fillCell(cell, columnStates[column]!, ends, rowOf);
  });
  const first = columnStates[0]!;
  rowOf(first.outside)[lineFeed] = states.beforeRow;
  rowOf(states.afterRow)[lineFeed] = states.beforeRow;
  rowOf(states.beforeRow).set(rowOf(states.afterRow));
  return after;
}

/** Fills in the table rows of a column. */
function fillCell(
  { outside, inside, text }: CellDfa,
  numbers: ColumnStates,
  ends: Ends,
  rowOf: (state: number) => Uint16Array,
): void {
  outside.after.forEach((after, state) => {
    const row = rowOf(numbers.outside + state);
    copyStates(after, numbers.outside, row);
    for (const [byte, end] of ends) row[byte] = outside.isAccepting[state] ? end : states.reject;
  });
  inside.after.forEach((after, state) => {
    const row = rowOf(numbers.inside + state);
    copyStates(after, numbers.inside, row);
    const isAccepting = inside.isAccepting[state];
    row[lineFeed] = isAccepting && text ? numbers.inside : states.reject;
    row[quote] = isAccepting ? (text ? numbers.doubled : numbers.closed) : states.reject;
  });
  const start = rowOf(numbers.start);
  start.set(rowOf(numbers.outside));
  start[quote] = numbers.inside;
  const closed = rowOf(numbers.closed);
  setAll(closed, blanks, numbers.closed);
  for (const [byte, end] of ends) closed[byte] = end;
  if (!text) return;
  rowOf(numbers.doubled).set(closed);
  rowOf(numbers.doubled)[quote] = numbers.inside;
}
