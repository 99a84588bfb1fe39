/** Writes rows as CSV that a spreadsheet does not execute. */
import Papa from 'papaparse';

/** A cell that spreadsheets evaluate as a formula; plain numbers are excluded. */
const formula = /^(?![+-]?\d+(\.\d+)?$)[=+\-@\t\r\0\uFF1D\uFF0B\uFF0D\uFF20]/;

/** One row with its line ending. Formulas are escaped with an apostrophe by default. */
export const csvText = (
  cells: readonly string[],
  formulas: 'escaped' | 'as they are' = 'escaped',
  delimiter: ',' | '\t' = ',',
): string =>
  `${Papa.unparse([[...cells]], { newline: '\r\n', delimiter, escapeFormulae: formulas === 'escaped' && formula })}\r\n`;
