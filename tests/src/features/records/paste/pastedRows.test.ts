import { expect, test } from 'vitest';
import { fieldsOf, JsonSchema } from '@cloakroom/contract/fields.ts';
import {
  fieldsByPosition,
  fieldsOfHeadings,
  pastedRows,
  readTable,
} from '#src/features/records/paste/pastedRows.ts';

const fields = fieldsOf(
  JsonSchema.parse({
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1 },
      zip_code: { type: 'string' },
      age: { type: 'integer', minimum: 0, maximum: 150 },
    },
    required: ['name'],
  }),
);

test('reads tables of spreadsheets, and text with commas or semicolons', async () => {
  expect(await readTable('a\tb\r\n"x\ty"\t"1 ""2"""\r\n')).toEqual([
    ['a', 'b'],
    ['x\ty', '1 "2"'],
  ]);
  expect(await readTable('a;b\nc;d')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(await readTable('a,b\n\nc')).toEqual([
    ['a', 'b'],
    ['c', ''],
  ]);
  expect(await readTable('')).toEqual([]);
});

test('columns are matched by their headings', () => {
  expect(fieldsOfHeadings(['Age', 'ZIP code', 'name'], fields)).toEqual(['age', 'zip_code', 'name']);
  expect(fieldsOfHeadings(['name', ''], fields)).toEqual(['name', null]);
  expect(fieldsOfHeadings(['name', 'Ada'], fields)).toBeNull();
  expect(fieldsOfHeadings(['', ''], fields)).toBeNull();
});

test('without headings columns follow the one in which the table is pasted', () => {
  const columns = ['name', 'age', 'zip_code'];
  expect(fieldsByPosition(2, columns, 'age')).toEqual(['age', 'zip_code']);
  expect(fieldsByPosition(3, columns, 'zip_code')).toEqual(['zip_code', null, null]);
  expect(fieldsByPosition(1, columns, '')).toEqual(['name']);
});

test('rows are validated as an upload is, each with its problems', () => {
  const lines = [
    ['Ada', '36'],
    ['', '200'],
    ['Eve', ''],
  ];
  expect(pastedRows(lines, ['name', 'age'], fields)).toEqual([
    { cells: lines[0], values: { name: 'Ada', age: 36, zip_code: null }, problems: [] },
    {
      cells: lines[1],
      values: { name: '', age: 200, zip_code: null },
      problems: ['age: 200 is above the maximum of 150.', expect.stringMatching(/^name: /)],
    },
    { cells: lines[2], values: { name: 'Eve', age: null, zip_code: null }, problems: [] },
  ]);
});
