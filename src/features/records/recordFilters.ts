/** Converts and validates the rows of the filter builder. */
import { readDecimal } from '@cloakroom/contract/decimal.ts';
import type { Field } from '@cloakroom/contract/fields.ts';
import { operators, type Filter, type Operator } from '@cloakroom/contract/records.ts';

/** One row as typed. `value2` is used by `between` only. */
export type FilterRow = { column: string; operator: Operator; value: string; value2: string };

export const emptyRow: FilterRow = { column: '', operator: '=', value: '', value2: '' };

const equality: readonly Operator[] = ['='];

/** Numbers can be compared; sealed texts only tested for equality. */
export const operatorsOf = (field: Field | undefined): readonly Operator[] =>
  field && field.type !== 'string' ? operators : equality;

/** Drops rows without a column or a value. */
export const completeRows = (rows: readonly FilterRow[]): FilterRow[] =>
  rows.filter(({ column, value }) => column !== '' && value !== '');

/** Why a row is invalid, as a sentence; null if it is valid or incomplete. */
export function rowProblem(row: FilterRow, field: Field | undefined): string | null {
  if (!field || field.type === 'string' || row.value === '') return null;
  const between = row.operator === 'between';
  if (between && row.value2 === '') return 'Enter both ends of the range.';
  const ends = between ? [row.value, row.value2] : [row.value];
  const invalid = ends.find((end) => readDecimal(end.trim()) === null);
  return invalid === undefined ? null : `"${invalid}" is not a number.`;
}

/** Converts rows to filters of the API. Trims numbers, not texts. */
export function filtersOf(rows: readonly FilterRow[], fields: readonly Field[]): Filter[] {
  const textFields = new Set(fields.filter(({ type }) => type === 'string').map(({ name }) => name));
  return completeRows(rows).map(({ column, operator, value, value2 }) => {
    const valueOf = (typed: string) => (textFields.has(column) ? typed : typed.trim());
    const second = operator === 'between' ? { value2: valueOf(value2) } : {};
    return { label: column, value: valueOf(value), operator, ...second };
  });
}
