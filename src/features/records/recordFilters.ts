/** The rows of the filter builder: what may be asked of a field, and what of it is asked. */
import { readDecimal } from '@cloakroom/contract/decimal.ts';
import type { Field } from '@cloakroom/contract/fields.ts';
import { operators, type Filter, type Operator } from '@cloakroom/contract/records.ts';

/** One row as typed. `value2` counts with `between` only. */
export type FilterRow = { column: string; operator: Operator; value: string; value2: string };

export const emptyRow: FilterRow = { column: '', operator: '=', value: '', value2: '' };

const equality: readonly Operator[] = ['='];

/** Numbers can be compared; of a sealed text one can only ask whether it is this one. */
export const operatorsOf = (field: Field | undefined): readonly Operator[] =>
  field && field.type !== 'string' ? operators : equality;

/** Rows without a column or a value don't count. */
export const completeRows = (rows: readonly FilterRow[]): FilterRow[] =>
  rows.filter(({ column, value }) => column !== '' && value !== '');

/** Why a row can't be asked, in a sentence; null when it can, or doesn't count. */
export function rowProblem(row: FilterRow, field: Field | undefined): string | null {
  if (!field || field.type === 'string' || row.value === '') return null;
  const between = row.operator === 'between';
  if (between && row.value2 === '') return 'Give both ends of the range.';
  const ends = between ? [row.value, row.value2] : [row.value];
  const odd = ends.find((end) => readDecimal(end.trim()) === null);
  return odd === undefined ? null : `"${odd}" is not a number.`;
}

/** What the search is asked for. Numbers lose the space around them; texts are taken as they are. */
export function filtersOf(rows: readonly FilterRow[], fields: readonly Field[]): Filter[] {
  const texts = new Set(fields.filter(({ type }) => type === 'string').map(({ name }) => name));
  return completeRows(rows).map(({ column, operator, value, value2 }) => {
    const plain = (typed: string) => (texts.has(column) ? typed : typed.trim());
    const second = operator === 'between' ? { value2: plain(value2) } : {};
    return { label: column, value: plain(value), operator, ...second };
  });
}
