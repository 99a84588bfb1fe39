/** The limit, offset, order and filters of the page, stored in the address. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { Filter } from '@cloakroom/contract/records.ts';
import { filtersOf, type FilterRow } from './recordFilters.ts';
import { readAddress, writeAddress, type RecordsAddress, type Sort } from './recordsAddress.ts';

export type RecordQueryState = RecordsAddress & {
  filters: Filter[];
  /** Applies filters and goes to the first page. */
  apply: (rows: FilterRow[]) => void;
  /** Names the current view; `undefined` leaves it. Filters, order and page stay. */
  nameView: (view: string | undefined) => void;
  /** Applies the filters and the order of a view, and goes to the first page. */
  showView: (view: string, shown: Pick<RecordsAddress, 'rows' | 'sort'>, history: 'push' | 'replace') => void;
  /** Resets filters, limit and offset. */
  clear: () => void;
  /** From 1. */
  goTo: (page: number) => void;
  resize: (limit: number) => void;
  /** `push` adds a history entry and goes to the first page; `replace` does neither. */
  sortBy: (sort: Sort | null, history?: 'push' | 'replace') => void;
};

export function useRecordQuery(fields: readonly Field[]): RecordQueryState {
  const [query, setQuery] = useSearchParams();
  const address = useMemo(() => readAddress(query, fields), [query, fields]);
  const filters = useMemo(() => filtersOf(address.rows, fields), [address, fields]);
  const navigate = (next: Partial<RecordsAddress>, replace = false) =>
    setQuery((current) => writeAddress(current, { ...address, ...next }), {
      preventScrollReset: true,
      replace,
    });
  return {
    ...address,
    filters,
    apply: (rows) => navigate({ rows, offset: 0 }),
    nameView: (view) => navigate({ view }, true),
    showView: (view, { rows, sort }, history) =>
      navigate({ view, rows, sort, offset: 0 }, history === 'replace'),
    clear: () => navigate({ ...readAddress(new URLSearchParams(), fields), sort: address.sort }),
    goTo: (page) => navigate({ offset: (page - 1) * address.limit }),
    resize: (limit) => navigate({ limit, offset: Math.floor(address.offset / limit) * limit }),
    sortBy: (sort, history = 'push') =>
      navigate({ sort, ...(history === 'push' && { offset: 0 }) }, history === 'replace'),
  };
}
