/** What the records can be sorted by: numbers over the whole result, texts, once they are opened, over the page. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { sortText, type Sort } from './recordsAddress.ts';
import type { ColumnSort } from '#src/ui/grid/types.ts';

const sealedTexts =
  'Sealed values have no order. Decrypt to sort the records of this page; only numbers can be sorted over the whole result.';
const withoutProxy = 'Your proxy sorts the whole result by a number. None was detected.';

/** How far a sort reaches; null while it can't be had. */
export type SortScope = 'result' | 'page' | null;

type SortAccess = { behindProxy: boolean; decrypted: boolean };

function scopeOf(
  column: string,
  fields: readonly Field[],
  { behindProxy, decrypted }: SortAccess,
): SortScope {
  const field = fields.find(({ name }) => name === column);
  if (!field) return null;
  if (field.type !== 'string') return behindProxy ? 'result' : null;
  return decrypted ? 'page' : null;
}

/** What a search is asked to order by. */
export function orderOf(
  sort: Sort | null,
  fields: readonly Field[],
  behindProxy: boolean,
): { order_by?: string } {
  return sort && scopeOf(sort.column, fields, { behindProxy, decrypted: false }) === 'result'
    ? { order_by: sortText(sort) }
    : {};
}

/** Up, down, and back to the order of upload. */
function nextSort(present: Sort | null, column: string): Sort | null {
  if (present?.column !== column) return { column, descending: false };
  return present.descending ? null : { column, descending: true };
}

export type Sorting = {
  /** How far the present sort reaches; null while there is none in force. */
  reach: SortScope;
  sortOf: (column: string) => ColumnSort;
  /** What a press on a column's head leads to, and that in words. */
  after: (column: string) => { sort: Sort | null; wide: boolean; said: string };
};

export function sortingOf(
  sort: Sort | null,
  fields: readonly Field[],
  means: SortAccess,
  total: number,
): Sorting {
  const reachTo = (column: string) => scopeOf(column, fields, means);
  const reach = sort ? reachTo(sort.column) : null;
  return {
    reach,
    sortOf: (column) => {
      const own = reachTo(column);
      const text = fields.some(({ name, type }) => name === column && type === 'string');
      return {
        direction: own !== null && sort?.column === column ? (sort.descending ? 'desc' : 'asc') : null,
        unavailable: own === null ? (text ? sealedTexts : withoutProxy) : undefined,
      };
    },
    after: (column) => {
      const next = nextSort(sort, column);
      const what =
        reachTo(column) === 'page'
          ? 'This page is'
          : total === 1
            ? 'The only record is'
            : `All ${total} records are`;
      return {
        sort: next,
        wide: reach === 'result' || reachTo(column) === 'result',
        said: next
          ? `${what} sorted by ${column}, ${next.descending ? 'descending' : 'ascending'}.`
          : 'Records are in upload order.',
      };
    },
  };
}
