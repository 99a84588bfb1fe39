/** Converts filters as people write them to ranges of keys, in exact decimal arithmetic. */
import { readDecimal } from '@cloakroom/contract/decimal.ts';
import { type Field, lastStep, type NumberField, stepOf } from '@cloakroom/contract/fields.ts';
import { readShortFilter, type Filter, type Operator } from '@cloakroom/contract/records.ts';
import { keyLimit } from './format.ts';

/** The keys `low` to `high`, both included, of a field by its number. Equality is a range of one key. */
export type KeyRange = { field: number; low: number; high: number };

/** Every key of a field. */
export const wholeRange = (field: number): KeyRange => ({ field, low: 0, high: keyLimit - 1 });

/** A filter that is invalid for this schema; the message says which and why. */
export class FilterRefused extends Error {
  override readonly name = 'FilterRefused';
}

/**
 * The ranges that records must be in, at most one for each field, or null if nothing can match: a value between two
 * steps, bounds outside the schema's, two filters that exclude each other.
 * @param textKeyOf - the key of a string in a field, by the field's number.
 * @throws {FilterRefused} for a field the schema lacks, an operator a string lacks, or a value that is not a number.
 */
export function rangesOf(
  filters: readonly Filter[],
  fields: readonly Field[],
  textKeyOf: (field: number, text: string) => number,
): KeyRange[] | null {
  const ranges = new Map<number, KeyRange>();
  for (const filter of filters) {
    const number = fieldNumber(fields, filter.label);
    const field = fields[number]!;
    const { low, high } =
      field.type === 'string' ? singleKey(textKeyOf(number, textOf(filter))) : stepsOf(field, filter);
    const earlier = ranges.get(number) ?? { low, high };
    const range = { field: number, low: Math.max(low, earlier.low), high: Math.min(high, earlier.high) };
    ranges.set(number, range);
  }
  const combined = [...ranges.values()];
  return combined.some(({ low, high }) => low > high) ? null : combined;
}

/** A field's number. @throws {FilterRefused} if the schema has no such field. */
export function fieldNumber(fields: readonly Field[], label: string): number {
  const number = fields.findIndex(({ name }) => name === label);
  if (number < 0) throw new FilterRefused(`The schema has no field "${label}".`);
  return number;
}

const singleKey = (key: number) => ({ low: key, high: key });

function textOf({ label, operator = '=', value }: Filter): string {
  if (operator === '=') return value;
  throw new FilterRefused(
    `"${label}" is a text field: it can be searched with "=" only, not with "${operator}".`,
  );
}

/** The steps of a number field that a filter admits, within the schema's bounds; low above high if there are none. */
function stepsOf(field: NumberField, filter: Filter): { low: number; high: number } {
  const { operator, value, value2 } = longForm(filter);
  const [down, up] = [-1n, 1n];
  const stepAt = (text: string) => {
    const decimal = readDecimal(text.trim());
    if (!decimal)
      throw new FilterRefused(`"${field.name}" is a number field, and "${text}" is not a number.`);
    const { step, exact } = stepOf(field, decimal);
    return { floor: step, ceiling: exact ? step : step + up };
  };
  const last = BigInt(lastStep(field));
  const { floor, ceiling } = stepAt(value);
  const ends: Record<Operator, () => [low: bigint, high: bigint]> = {
    '=': () => [ceiling, floor],
    '>': () => [floor + up, last],
    '>=': () => [ceiling, last],
    '<': () => [0n, ceiling + down],
    '<=': () => [0n, floor],
    between: () => [ceiling, stepAt(value2).floor],
  };
  const [low, high] = ends[operator]();
  const clamped = { low: low < 0n ? 0n : low, high: high > last ? last : high };
  return clamped.low > clamped.high
    ? { low: 1, high: 0 }
    : { low: Number(clamped.low), high: Number(clamped.high) };
}

/** A filter's operator and values, whether in its short form or not. */
function longForm(filter: Filter): { operator: Operator; value: string; value2: string } {
  const { label, value, operator, value2 } = filter;
  if (operator === 'between' && value2 === undefined)
    throw new FilterRefused(`"${label}" between needs a second value.`);
  return operator ? { operator, value, value2: value2 ?? '' } : readShortFilter(value);
}
