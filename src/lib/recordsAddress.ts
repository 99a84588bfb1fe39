/** Where in a schema's records one is, as the page's query string says it: limit, offset and filters, as typed. */
import type { Field } from '#contract/fields.ts';
import { defaultLimit } from '#contract/list.ts';
import { countingRows, emptyRow, operatorsOf, rowProblem, type FilterRow } from './recordFilters.ts';

export const pageSizes = [25, 50, 100] as const;

export type RecordsAddress = { limit: number; offset: number; rows: FilterRow[] };

const own = new Set(['limit', 'offset', 'column', 'operator', 'value', 'value2']);

/**
 * Read an address. What it doesn't say, or says wrongly, is the default; rows on columns that the schema doesn't
 * have, or that can't be asked, are left out. The offset is brought to the beginning of its page.
 */
export function readAddress(query: URLSearchParams, fields: readonly Field[]): RecordsAddress {
  const limit = pageSizes.find((size) => String(size) === query.get('limit')) ?? defaultLimit;
  const offset = Number(query.get('offset') ?? 0);
  const page = Number.isSafeInteger(offset) && offset > 0 ? Math.floor(offset / limit) : 0;
  return { limit, offset: page * limit, rows: rowsIn(query, fields) };
}

/** A `column` begins a row; what follows belongs to it. */
function rowsIn(query: URLSearchParams, fields: readonly Field[]): FilterRow[] {
  const rows: FilterRow[] = [];
  for (const [name, text] of query) {
    const row = rows.at(-1);
    if (name === 'column') rows.push({ ...emptyRow, column: text });
    else if (row && (name === 'operator' || name === 'value' || name === 'value2'))
      Object.assign(row, { [name]: text });
  }
  return countingRows(rows).filter((row) => {
    const field = fields.find((each) => each.name === row.column);
    return field && operatorsOf(field).includes(row.operator) && rowProblem(row, field) === null;
  });
}

/** The query string of an address; other parameters of the present one are kept. Defaults aren't written. */
export function writeAddress(
  present: URLSearchParams,
  { limit, offset, rows }: RecordsAddress,
): URLSearchParams {
  const query = new URLSearchParams([...present].filter(([name]) => !own.has(name)));
  if (limit !== defaultLimit) query.set('limit', String(limit));
  if (offset > 0) query.set('offset', String(offset));
  for (const { column, operator, value, value2 } of countingRows(rows)) {
    query.append('column', column);
    if (operator !== '=') query.append('operator', operator);
    query.append('value', value);
    if (operator === 'between') query.append('value2', value2);
  }
  return query;
}
