/** Which records the page shows: read from the address, changed through it. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { Filter } from '@cloakroom/contract/records.ts';
import { filtersOf, type FilterRow } from './recordFilters.ts';
import { readAddress, writeAddress, type RecordsAddress, type Sort } from './recordsAddress.ts';

export type RecordQueryShown = RecordsAddress & {
  filters: Filter[];
  /** Puts filters in force, from the first page on. */
  apply: (rows: FilterRow[]) => void;
  /** Back to everything: filters, limit and offset go together. */
  clear: () => void;
  /** From 1. */
  goTo: (page: number) => void;
  resize: (limit: number) => void;
  /** From the first page on. @param how - whether the browser's Back leads to the order of before. */
  sortBy: (sort: Sort | null, how?: 'anew' | 'silently') => void;
};

export function useRecordQuery(fields: readonly Field[]): RecordQueryShown {
  const [query, setQuery] = useSearchParams();
  const address = useMemo(() => readAddress(query, fields), [query, fields]);
  const filters = useMemo(() => filtersOf(address.rows, fields), [address, fields]);
  const go = (next: Partial<RecordsAddress>, replace = false) =>
    setQuery((present) => writeAddress(present, { ...address, ...next }), {
      preventScrollReset: true,
      replace,
    });
  return {
    ...address,
    filters,
    apply: (rows) => go({ rows, offset: 0 }),
    clear: () => go({ ...readAddress(new URLSearchParams(), fields), sort: address.sort }),
    goTo: (page) => go({ offset: (page - 1) * address.limit }),
    resize: (limit) => go({ limit, offset: Math.floor(address.offset / limit) * limit }),
    sortBy: (sort, how = 'anew') => go({ sort, ...(how === 'anew' && { offset: 0 }) }, how === 'silently'),
  };
}
