import { expect, test } from 'vitest';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import { filtersOf, operatorsOf, rowProblem, type FilterRow } from '#src/features/records/recordFilters.ts';
import { schema } from '../../support/records.ts';

const fields = fieldsOf(schema.schema);
const field = (wanted: string) => fields.find(({ name }) => name === wanted);
const row = (part: Partial<FilterRow>): FilterRow => ({
  column: '',
  operator: '=',
  value: '',
  value2: '',
  ...part,
});

test('numbers have six operators, texts only equality', () => {
  expect(operatorsOf(field('age'))).toEqual(['=', '>', '<', '>=', '<=', 'between']);
  expect(operatorsOf(field('name'))).toEqual(['=']);
  expect(operatorsOf(undefined)).toEqual(['=']);
});

test('rows without a column or a value are ignored', () => {
  const rows = [row({ column: 'name' }), row({ value: 'x' }), row({ column: 'name', value: 'Ada' })];
  expect(filtersOf(rows, fields)).toEqual([{ label: 'name', operator: '=', value: 'Ada' }]);
});

test('a range is sent as value, operator and value2', () => {
  const rows = [row({ column: 'age', operator: 'between', value: ' 18', value2: '65 ' })];
  expect(filtersOf(rows, fields)).toEqual([{ label: 'age', operator: 'between', value: '18', value2: '65' }]);
});

test('a text is compared as typed, with spaces, and never parsed as a comparison', () => {
  const rows = [row({ column: 'name', value: ' >5' })];
  expect(filtersOf(rows, fields)).toEqual([{ label: 'name', operator: '=', value: ' >5' }]);
});

test('an invalid number and half a range are reported', () => {
  expect(rowProblem(row({ column: 'age', value: 'old' }), field('age'))).toBe('"old" is not a number.');
  expect(rowProblem(row({ column: 'age', operator: 'between', value: '1' }), field('age'))).toBe(
    'Enter both ends of the range.',
  );
  expect(rowProblem(row({ column: 'age', value: '-0.5' }), field('age'))).toBeNull();
  expect(rowProblem(row({ column: 'name', value: 'old' }), field('name'))).toBeNull();
});
