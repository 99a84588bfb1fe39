/** Which records the page shows: read from the address, changed through it. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Field } from '#contract/fields.ts';
import type { Filter } from '#contract/records.ts';
import { filtersOf, type FilterRow } from '#src/lib/recordFilters.ts';
import { readAddress, writeAddress, type RecordsAddress } from '#src/lib/recordsAddress.ts';

export type RecordQueryShown = RecordsAddress & {
  filters: Filter[];
  /** Puts filters in force, from the first page on. */
  apply: (rows: FilterRow[]) => void;
  /** Back to everything: filters, limit and offset go together. */
  clear: () => void;
  /** From 1. */
  goTo: (page: number) => void;
  resize: (limit: number) => void;
};

export function useRecordQuery(fields: readonly Field[]): RecordQueryShown {
  const [query, setQuery] = useSearchParams();
  const address = useMemo(() => readAddress(query, fields), [query, fields]);
  const filters = useMemo(() => filtersOf(address.rows, fields), [address, fields]);
  const go = (next: Partial<RecordsAddress>) =>
    setQuery((present) => writeAddress(present, { ...address, ...next }), { preventScrollReset: true });
  return {
    ...address,
    filters,
    apply: (rows) => go({ rows, offset: 0 }),
    clear: () => setQuery((present) => writeAddress(present, readAddress(new URLSearchParams(), fields))),
    goTo: (page) => go({ offset: (page - 1) * address.limit }),
    resize: (limit) => go({ limit, offset: Math.floor(address.offset / limit) * limit }),
  };
}
