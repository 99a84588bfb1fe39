/** Aggregates of number fields, computed by the proxy on the sealed index without fetching or decrypting records. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { searchRecords, type Filter } from '@cloakroom/contract/records.ts';
import type { NumberField } from '@cloakroom/contract/fields.ts';
import { call } from '#src/shared/http/call.ts';
import { barsBetween, type Bar } from './histogramBars.ts';
import { recordQueries } from '#src/features/records/queries.ts';

/** Exact: a decimal as text where a number would lose digits. */
type Value = number | string;

export type NumberSummary = {
  count: number;
  /** Null if no record matched. */
  figures: { sum: Value; average: Value; least: Value; greatest: Value } | null;
  bars: (Bar & { count: number })[];
};

/** Each bar costs one search. */
const maxBars = 12;

async function summarize(
  schema: string,
  field: NumberField,
  filters: Filter[],
  signal: AbortSignal,
): Promise<NumberSummary> {
  const aggregate = async (value: string): Promise<Value | null> => {
    const body = { schema, filters: [...filters, { label: field.name, value }] };
    const [row] = await call(searchRecords, { body, signal });
    return row && !('id' in row) ? row.data.value : null;
  };
  const [count, sum, average, least, greatest] = await Promise.all(
    ['count()', 'sum()', 'avg()', 'min()', 'max()'].map(aggregate),
  );
  if (sum == null || average == null || least == null || greatest == null)
    return { count: Number(count), figures: null, bars: [] };
  const bars = barsBetween(field, String(least), String(greatest), maxBars);
  const counts = await Promise.all(bars.map(({ from, to }) => aggregate(`count(${from}~${to})`)));
  return {
    count: Number(count),
    figures: { sum, average, least, greatest },
    bars: bars.map((bar, i) => ({ ...bar, count: Number(counts[i]) })),
  };
}

/** Covers the records that match all filters and have a value in the field. Keeps no previous data while it loads. */
const summaryQuery = (schema: string, field: NumberField, filters: Filter[]) =>
  queryOptions({
    queryKey: [...recordQueries.of(schema), 'summary', field.name, filters],
    queryFn: ({ signal }) => summarize(schema, field, filters, signal),
  });

export const useNumberSummary = (schema: string, field: NumberField, filters: Filter[]) =>
  useQuery(summaryQuery(schema, field, filters));
