/** Rows as CSV text that a spreadsheet shows and never runs. */

/** What a spreadsheet takes for a formula, unless it is a plain number. */
const formula = /^[=+\-@\t\r\0\uFF1D\uFF0B\uFF0D\uFF20]/;
const numeral = /^[+-]?\d+(\.\d+)?$/;

const cellText = (cell: string): string => {
  const safe = formula.test(cell) && !numeral.test(cell) ? `'${cell}` : cell;
  return /[",\r\n\t;|]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One row, its line ending included. What would be a formula begins with an apostrophe. */
export const csvText = (cells: readonly string[]): string => `${cells.map(cellText).join(',')}\r\n`;
