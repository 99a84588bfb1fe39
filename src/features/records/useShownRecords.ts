/** A page of records as it is shown: fetched, opened where somebody has asked for it, and in order. */
import { useEffect, useMemo } from 'react';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import { useRecordPage } from './queries.ts';
import { sortedRows, type RecordRow } from './recordRows.ts';
import { orderOf, sortingOf } from './sorting.ts';
import { usePeek } from './usePeek.ts';
import { useRedraw } from './useRedraw.ts';
import type { RecordQueryShown } from './useRecordQuery.ts';
import { useRecordsView } from './useRecordsView.ts';

const noRecords: SealedRecord[] = [];

type ShownRecordsOptions = {
  schema: string;
  fields: readonly Field[];
  query: RecordQueryShown;
  behindProxy: boolean | undefined;
};

export function useShownRecords({ schema, fields, query, behindProxy }: ShownRecordsOptions) {
  const { limit, offset, filters, sort } = query;
  const wanted = { schema, limit, offset, filters, ...orderOf(sort, fields, behindProxy === true) };
  const page = useRecordPage(wanted, behindProxy);
  const records = page.data?.items ?? noRecords;
  const total = page.data?.total ?? offset + records.length;
  const view = useRecordsView(schema, records, behindProxy === true);
  const peek = usePeek(records);
  const means = { behindProxy: behindProxy === true, decrypted: view.decrypted };
  const sorting = sortingOf(sort, fields, means, total);
  const redraw = useRedraw(view.opened, peek.value);
  const rows = useMemo(() => {
    const given = records.map((record, at): RecordRow => {
      const { cell, value } = peek;
      const peeked = cell?.record.id === record.id && value !== null ? { [cell.name]: value } : undefined;
      const open = view.opened.get(record.id) ?? peeked;
      return { record, number: offset + at + 1, open, damaged: view.damaged.get(record.id) };
    });
    return sort && sorting.reach === 'page' ? sortedRows(given, sort) : given;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- each number of `redraw` needs rows of its own
  }, [records, offset, view.opened, view.damaged, peek, sort, sorting.reach, redraw]);

  const beyond = page.data !== undefined && !page.isPlaceholderData && total > 0 && offset >= total;
  useEffect(() => {
    if (beyond) query.goTo(Math.ceil(total / limit));
  });
  return { page, wanted, total, view, peek, sorting, rows };
}
