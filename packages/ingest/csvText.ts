/** Rows as CSV text that a spreadsheet shows and never runs. */
import Papa from 'papaparse';

/** What a spreadsheet takes for a formula, unless it is a plain number. */
const formula = /^(?![+-]?\d+(\.\d+)?$)[=+\-@\t\r\0\uFF1D\uFF0B\uFF0D\uFF20]/;

/** One row, its line ending included. What would be a formula begins with an apostrophe, unless formulas stay as they are. */
export const csvText = (cells: readonly string[], formulas: 'escaped' | 'as they are' = 'escaped'): string =>
  `${Papa.unparse([[...cells]], { newline: '\r\n', escapeFormulae: formulas === 'escaped' && formula })}\r\n`;
