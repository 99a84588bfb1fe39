/** Generated filters, and what they match in plain rows. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { operators, type Filter } from '@cloakroom/contract/records.ts';

export type Row = Record<string, string | number | null>;

/** Returns a generator of integers below its argument, with the same numbers in every run. */
export function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** A filter that may match some rows, none or all, with values in rows, near them, or beyond the bounds. */
export function filterOn(field: Field, rows: Row[], roll: (sides: number) => number): Filter {
  const randomValue = () => rows[roll(rows.length)]?.[field.name] ?? '';
  if (field.type === 'string')
    return {
      label: field.name,
      operator: '=',
      value: roll(8) === 0 ? 'nowhere to be found' : String(randomValue()),
    };
  const step = 10 ** -field.precision;
  const number = () => {
    const kind = roll(10);
    if (kind === 0) return field.minimum - 1;
    if (kind === 1) return field.maximum + 1;
    if (kind === 2) return field.minimum;
    const near =
      Number(randomValue() === '' ? field.maximum : randomValue()) + (roll(3) - 1) * step * roll(50);
    return Number(near.toFixed(field.precision + (kind === 3 ? 1 : 0)));
  };
  const operator = operators[roll(operators.length)] ?? '=';
  const value = number().toFixed(field.precision + 1);
  return {
    label: field.name,
    operator,
    value,
    ...(operator === 'between' ? { value2: number().toFixed(field.precision + 1) } : {}),
  };
}

export type Column = (string | number | null)[];

/** The values of a field in comparable form. An absent number is NaN, which matches nothing. */
export const columnOf = (rows: Row[], { name, type }: Field): Column =>
  rows.map(({ [name]: value = null }) => {
    if (type === 'string') return value === null ? null : String(value);
    return value === null || value === '' ? NaN : Number(value);
  });

/** Whether the row with a number matches. */
export function testOf(column: Column, { value, operator = '=', value2 }: Filter, field: Field) {
  if (field.type === 'string') return (row: number) => column[row] === value;
  const [expected, end] = [Number(value), Number(value2)];
  const tests: Record<typeof operator, (actual: number) => boolean> = {
    '=': (actual) => actual === expected,
    '>': (actual) => actual > expected,
    '<': (actual) => actual < expected,
    '>=': (actual) => actual >= expected,
    '<=': (actual) => actual <= expected,
    between: (actual) => actual >= expected && actual <= end,
  };
  const test = tests[operator];
  return (row: number) => test(column[row] as number);
}
