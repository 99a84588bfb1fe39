/** `count(…)`, `sum(…)`, `avg(…)`, `min(…)`, `max(…)` in a filter's value. */
import { decimalOf, readDecimal, writeDecimal, type Decimal } from '@cloakroom/contract/decimal.ts';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { Filter } from '@cloakroom/contract/records.ts';
import { badRequest, unprocessable } from '@cloakroom/server-kit/problem.ts';
import type { Aggregate } from '@cloakroom/sealed-index/aggregate.ts';

const pattern = /^\s*(count|sum|avg|min|max)\((.*)\)\s*$/s;

/** The aggregate of a field over the records that match the filters. */
export type AggregateQuery = { measure: keyof Aggregate; label: string; filters: Filter[] };

/**
 * The aggregate among filters, or null. A filter with an operator is never one.
 * @throws {HttpProblem} 400 for more than one, 422 over a string.
 */
export function aggregateIn(filters: readonly Filter[], fields: readonly Field[]): AggregateQuery | null {
  const found = filters.flatMap((filter) => {
    const match = filter.operator === undefined ? pattern.exec(filter.value) : null;
    return match ? [{ filter, measure: match[1] as keyof Aggregate, value: match[2] ?? '' }] : [];
  });
  const [only, ...more] = found;
  if (!only) return null;
  if (more.length > 0) throw badRequest('A search can have one aggregate at most.');
  const { label } = only.filter;
  if (fields.find(({ name }) => name === label)?.type === 'string')
    throw unprocessable(`"${label}" is a text field: only numbers can be summed.`);
  const bounded = filters.flatMap((filter) => {
    if (filter !== only.filter) return [filter];
    return only.value.trim() === '' ? [] : [{ label, value: only.value }];
  });
  return { measure: only.measure, label, filters: bounded };
}

/** An aggregate's value for JSON: a number if that is exact, otherwise decimal text; null if nothing matched. */
export function aggregateValue(aggregate: Aggregate, measure: keyof Aggregate): number | string | null {
  const value = aggregate[measure];
  return typeof value === 'number' || value === null ? value : exactNumber(value);
}

function exactNumber(value: Decimal): number | string {
  const text = writeDecimal(value);
  const number = Number(text);
  const [converted, exact] = [decimalOf(number), readDecimal(text)];
  return converted.units === exact?.units && converted.scale === exact.scale ? number : text;
}
