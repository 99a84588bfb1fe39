/** Where in a schema's records one is, as the page's query string says it: limit, offset, order and filters, as typed. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { defaultLimit } from '@cloakroom/contract/list.ts';
import { completeRows, emptyRow, operatorsOf, rowProblem, type FilterRow } from './recordFilters.ts';

export const pageSizes = [25, 50, 100] as const;

/** A column, and which way it is sorted by. */
export type Sort = { column: string; descending: boolean };

export type RecordsAddress = { limit: number; offset: number; rows: FilterRow[]; sort: Sort | null };

const own = new Set(['sort', 'limit', 'offset', 'column', 'operator', 'value', 'value2']);

/**
 * Read an address. What it doesn't say, or says wrongly, is the default; rows on columns that the schema doesn't
 * have, or that can't be asked, are left out. The offset is brought to the beginning of its page.
 */
export function readAddress(query: URLSearchParams, fields: readonly Field[]): RecordsAddress {
  const limit = pageSizes.find((size) => String(size) === query.get('limit')) ?? defaultLimit;
  const offset = Number(query.get('offset') ?? 0);
  const page = Number.isSafeInteger(offset) && offset > 0 ? Math.floor(offset / limit) : 0;
  return {
    limit,
    offset: page * limit,
    rows: rowsIn(query, fields),
    sort: readSort(query.get('sort'), fields),
  };
}

/** The sort that a text names, `age` or, from the greatest down, `-age`; null when the schema has no such column. */
export function readSort(text: string | null, fields: readonly Field[]): Sort | null {
  const known = (column: string) => fields.some(({ name }) => name === column);
  if (text === null) return null;
  if (known(text)) return { column: text, descending: false };
  return text.startsWith('-') && known(text.slice(1)) ? { column: text.slice(1), descending: true } : null;
}

/** A sort as one word, which `readSort` reads. */
export const sortText = ({ column, descending }: Sort): string => (descending ? `-${column}` : column);

/** A `column` begins a row; what follows belongs to it. */
function rowsIn(query: URLSearchParams, fields: readonly Field[]): FilterRow[] {
  const rows: FilterRow[] = [];
  for (const [name, text] of query) {
    const row = rows.at(-1);
    if (name === 'column') rows.push({ ...emptyRow, column: text });
    else if (row && (name === 'operator' || name === 'value' || name === 'value2'))
      Object.assign(row, { [name]: text });
  }
  return completeRows(rows).filter((row) => {
    const field = fields.find((each) => each.name === row.column);
    return field && operatorsOf(field).includes(row.operator) && rowProblem(row, field) === null;
  });
}

/** The query string of an address; other parameters of the present one are kept. Defaults aren't written. */
export function writeAddress(
  present: URLSearchParams,
  { limit, offset, rows, sort }: RecordsAddress,
): URLSearchParams {
  const query = new URLSearchParams([...present].filter(([name]) => !own.has(name)));
  if (limit !== defaultLimit) query.set('limit', String(limit));
  if (offset > 0) query.set('offset', String(offset));
  if (sort) query.set('sort', sortText(sort));
  for (const { column, operator, value, value2 } of completeRows(rows)) {
    query.append('column', column);
    if (operator !== '=') query.append('operator', operator);
    query.append('value', value);
    if (operator === 'between') query.append('value2', value2);
  }
  return query;
}
