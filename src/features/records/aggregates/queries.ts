/** What numbers come to, computed by the proxy on the sealed index: no record is opened for it, and none is fetched. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { searchRecords, type Filter } from '@cloakroom/contract/records.ts';
import type { NumberField } from '@cloakroom/contract/fields.ts';
import { call } from '#src/shared/http/call.ts';
import { barsBetween, type Bar } from './histogram.ts';
import { recordQueries } from '#src/features/records/queries.ts';

/** Exact: a decimal's text where a number can't hold it. */
type Value = number | string;

export type NumberSummary = {
  count: number;
  /** Null where nothing matched. */
  figures: { sum: Value; average: Value; least: Value; greatest: Value } | null;
  bars: (Bar & { count: number })[];
};

/** Enough to see a shape, few enough to be asked for one by one. */
const maxBars = 12;

async function summarize(
  schema: string,
  field: NumberField,
  filters: Filter[],
  signal: AbortSignal,
): Promise<NumberSummary> {
  const measured = async (value: string): Promise<Value | null> => {
    const body = { schema, filters: [...filters, { label: field.name, value }] };
    const [row] = await call(searchRecords, { body, signal });
    return row && !('id' in row) ? row.data.value : null;
  };
  const [count, sum, average, least, greatest] = await Promise.all(
    ['count()', 'sum()', 'avg()', 'min()', 'max()'].map(measured),
  );
  if (sum == null || average == null || least == null || greatest == null)
    return { count: Number(count), figures: null, bars: [] };
  const bars = barsBetween(field, String(least), String(greatest), maxBars);
  const counts = await Promise.all(bars.map(({ from, to }) => measured(`count(${from}~${to})`)));
  return {
    count: Number(count),
    figures: { sum, average, least, greatest },
    bars: bars.map((bar, at) => ({ ...bar, count: Number(counts[at]) })),
  };
}

/** Of the records that match all filters and have a value in the field. Never shows the summary of other filters meanwhile. */
const summaryQuery = (schema: string, field: NumberField, filters: Filter[]) =>
  queryOptions({
    queryKey: [...recordQueries.of(schema), 'summary', field.name, filters],
    queryFn: ({ signal }) => summarize(schema, field, filters, signal),
  });

export const useNumberSummary = (schema: string, field: NumberField, filters: Filter[]) =>
  useQuery(summaryQuery(schema, field, filters));
