/** Generated filters, and what they match in plain rows. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { operators, type Filter } from '@cloakroom/contract/records.ts';

export type Row = Record<string, string | number | null>;

/** A generator of whole numbers below its argument: the same numbers in every run. */
export function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** A filter that may match some rows, none or all: values of rows, near them, and beyond the bounds. */
export function filterOn(field: Field, rows: Row[], roll: (sides: number) => number): Filter {
  const some = () => rows[roll(rows.length)]?.[field.name] ?? '';
  if (field.type === 'string')
    return {
      label: field.name,
      operator: '=',
      value: roll(8) === 0 ? 'nowhere to be found' : String(some()),
    };
  const step = 10 ** -field.precision;
  const number = () => {
    const kind = roll(10);
    if (kind === 0) return field.minimum - 1;
    if (kind === 1) return field.maximum + 1;
    if (kind === 2) return field.minimum;
    const near = Number(some() === '' ? field.maximum : some()) + (roll(3) - 1) * step * roll(50);
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

/** A field's values as they are compared. An absent number is NaN, which matches nothing. */
export const columnOf = (rows: Row[], { name, type }: Field): Column =>
  rows.map(({ [name]: held = null }) => {
    if (type === 'string') return held === null ? null : String(held);
    return held === null || held === '' ? NaN : Number(held);
  });

/** Whether the row with a number matches. */
export function testOf(column: Column, { value, operator = '=', value2 }: Filter, field: Field) {
  if (field.type === 'string') return (row: number) => column[row] === value;
  const [want, end] = [Number(value), Number(value2)];
  const tests: Record<typeof operator, (have: number) => boolean> = {
    '=': (have) => have === want,
    '>': (have) => have > want,
    '<': (have) => have < want,
    '>=': (have) => have >= want,
    '<=': (have) => have <= want,
    between: (have) => have >= want && have <= end,
  };
  const test = tests[operator];
  return (row: number) => test(column[row] as number);
}
