/** Sorting: by numbers over the whole result, by decrypted texts within the page. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { sortText, type Sort } from './recordsAddress.ts';
import type { ColumnSort } from '#src/ui/grid/types.ts';

const sealedTexts =
  'Sealed values have no order. Decrypt to sort the records of this page; only numbers can be sorted over the whole result.';
const withoutProxy = 'Your proxy sorts the whole result by a number. None was detected.';

/** What a sort applies to; null if it is not available. */
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

/** The `order_by` of a search. */
export function orderOf(
  sort: Sort | null,
  fields: readonly Field[],
  behindProxy: boolean,
): { order_by?: string } {
  return sort && scopeOf(sort.column, fields, { behindProxy, decrypted: false }) === 'result'
    ? { order_by: sortText(sort) }
    : {};
}

/** Cycles through ascending, descending and upload order. */
function nextSort(current: Sort | null, column: string): Sort | null {
  if (current?.column !== column) return { column, descending: false };
  return current.descending ? null : { column, descending: true };
}

export type Sorting = {
  /** Of the current sort; null if none is applied. */
  scope: SortScope;
  sortOf: (column: string) => ColumnSort;
  /** The sort after a press on a column header, and its announcement. */
  afterPress: (column: string) => { sort: Sort | null; wholeResult: boolean; announcement: string };
};

export function sortingOf(
  sort: Sort | null,
  fields: readonly Field[],
  access: SortAccess,
  total: number,
): Sorting {
  const columnScope = (column: string) => scopeOf(column, fields, access);
  const scope = sort ? columnScope(sort.column) : null;
  return {
    scope,
    sortOf: (column) => {
      const ownScope = columnScope(column);
      const isText = fields.some(({ name, type }) => name === column && type === 'string');
      return {
        direction: ownScope !== null && sort?.column === column ? (sort.descending ? 'desc' : 'asc') : null,
        unavailable: ownScope === null ? (isText ? sealedTexts : withoutProxy) : undefined,
      };
    },
    afterPress: (column) => {
      const next = nextSort(sort, column);
      const subject =
        columnScope(column) === 'page'
          ? 'This page is'
          : total === 1
            ? 'The only record is'
            : `All ${total} records are`;
      return {
        sort: next,
        wholeResult: scope === 'result' || columnScope(column) === 'result',
        announcement: next
          ? `${subject} sorted by ${column}, ${next.descending ? 'descending' : 'ascending'}.`
          : 'Records are in upload order.',
      };
    },
  };
}
