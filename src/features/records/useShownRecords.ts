/** The records of the page: fetched, decrypted if asked for, and sorted. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Opened } from '#src/machines/recordsView/types.ts';
import type { Value } from '#src/machines/peek/types.ts';
import { useRecordPage } from './queries.ts';
import { readableFields, sortedRows, type RecordRow } from './recordRows.ts';
import { orderOf, sortingOf } from './sorting.ts';
import { usePeek } from './usePeek.ts';
import type { RecordQueryState } from './useRecordQuery.ts';
import { useRecordsView } from './useRecordsView.ts';

const noRecords: SealedRecord[] = [];

type ShownRecordsOptions = {
  schema: Pick<Schema, 'id' | 'permissions'>;
  fields: readonly Field[];
  query: RecordQueryState;
  behindProxy: boolean | undefined;
};

export function useShownRecords({ schema, fields, query, behindProxy }: ShownRecordsOptions) {
  const { limit, offset, filters, sort } = query;
  const search = {
    schema: schema.id,
    limit,
    offset,
    filters,
    ...orderOf(sort, fields, behindProxy === true),
  };
  const page = useRecordPage(search, behindProxy);
  const records = page.data?.items ?? noRecords;
  const total = page.data?.total ?? offset + records.length;
  const view = useRecordsView(schema.id, records, behindProxy === true);
  const readable = useMemo(() => readableFields(fields, schema.permissions), [fields, schema.permissions]);
  const peek = usePeek(records, readable);
  const access = { behindProxy: behindProxy === true, decrypted: view.decrypted };
  const sorting = sortingOf(sort, fields, access, total);
  const redraw = useRedraw(view.opened, peek.value);
  const rows = useMemo(() => {
    const pageRows = records.map((record, i): RecordRow => {
      const row = { record, number: offset + i + 1, damaged: view.damaged.get(record.id) };
      const open = view.opened.get(record.id);
      if (open) return { ...row, open, empty: view.empty.get(record.id) };
      const { cell, value, opening } = peek;
      if (cell?.record.id !== record.id || opening) return { ...row, open };
      return value === null ? { ...row, open, empty: [cell.name] } : { ...row, open: { [cell.name]: value } };
    });
    return sort && sorting.scope === 'page' ? sortedRows(pageRows, sort) : pageRows;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- each value of `redraw` needs new rows
  }, [records, offset, view.opened, view.damaged, view.empty, peek, sort, sorting.scope, redraw]);

  const pastEnd = page.data !== undefined && !page.isPlaceholderData && total > 0 && offset >= total;
  useEffect(() => {
    if (pastEnd) query.goTo(Math.ceil(total / limit));
  });
  return { page, search, total, view, peek, sorting, rows };
}

/** Between the first render without the values and the second one. */
const delayMs = 100;

/**
 * Counts the extra renders after decrypted values are dropped, which make React release them too.
 *
 * React keeps the props and state of the previous render in the alternate fiber of each component. Dropped values stay
 * in memory there until every component that showed them renders again. Rows that depend on this number are recreated,
 * so memoized components render too.
 */
function useRedraw(opened: Opened, peeked: Value | null): number {
  const [count, setCount] = useState(0);
  const previous = useRef<{ opened: Opened; peeked: Value | null }>({ opened, peeked });
  useEffect(() => {
    const last = previous.current;
    previous.current = { opened, peeked };
    const gone =
      [...last.opened.keys()].some((id) => !opened.has(id)) ||
      (last.peeked !== null && last.peeked !== peeked);
    if (!gone) return undefined;
    const timer = setTimeout(() => setCount((n) => n + 1), delayMs);
    return () => clearTimeout(timer);
  }, [opened, peeked]);
  return count;
}
