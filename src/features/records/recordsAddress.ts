/** Reads and writes the query string of the Records page: limit, offset, order, filters and view. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { defaultLimit } from '@cloakroom/contract/list.ts';
import { shortIdPattern } from '@cloakroom/contract/reference.ts';
import { pageIn } from '#src/shared/listPages.ts';
import { completeRows, emptyRow, operatorsOf, rowProblem, type FilterRow } from './recordFilters.ts';

export const pageSizes = [25, 50, 100] as const;

export type Sort = { column: string; descending: boolean };

export type RecordsAddress = {
  limit: number;
  offset: number;
  rows: FilterRow[];
  sort: Sort | null;
  /** The id of the saved view that was chosen. */
  view?: string | undefined;
};

const ownParameters = new Set(['view', 'sort', 'limit', 'offset', 'column', 'operator', 'value', 'value2']);

/**
 * Missing or invalid parameters get their defaults; filters on unknown columns and invalid ones are left out. The
 * offset is rounded down to the start of its page.
 */
export function readAddress(query: URLSearchParams, fields: readonly Field[]): RecordsAddress {
  const limit = pageSizes.find((size) => String(size) === query.get('limit')) ?? defaultLimit;
  const view = query.get('view');
  return {
    limit,
    offset: (pageIn(query, limit) - 1) * limit,
    rows: rowsIn(query, fields),
    sort: readSort(query.get('sort'), fields),
    ...(view !== null && shortIdPattern.test(view) && { view }),
  };
}

/** Parses `age` (ascending) or `-age` (descending); null if the schema has no such column. */
export function readSort(text: string | null, fields: readonly Field[]): Sort | null {
  const known = (column: string) => fields.some(({ name }) => name === column);
  if (text === null) return null;
  if (known(text)) return { column: text, descending: false };
  return text.startsWith('-') && known(text.slice(1)) ? { column: text.slice(1), descending: true } : null;
}

/** The inverse of `readSort`. */
export const sortText = ({ column, descending }: Sort): string => (descending ? `-${column}` : column);

/** Each `column` parameter begins a row; the parameters after it belong to that row. */
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

/** Keeps foreign parameters of the current query string, and omits defaults. */
export function writeAddress(
  current: URLSearchParams,
  { limit, offset, rows, sort, view }: RecordsAddress,
): URLSearchParams {
  const query = new URLSearchParams([...current].filter(([name]) => !ownParameters.has(name)));
  if (view !== undefined) query.set('view', view);
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
