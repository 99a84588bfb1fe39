/** Columns are assigned to fields with similar names. */
import { expect, test } from 'vitest';
import { matchColumns } from '@cloakroom/ingest/matchColumns.ts';

test.each<[string[], string[], (string | undefined)[]]>([
  [['Zip Code', 'ZIPCODE2'], ['zip_code'], ['zip_code', undefined]],
  [
    ['zip', 'city'],
    ['zip_code', 'city'],
    ['zip_code', 'city'],
  ],
  [['zipCode'], ['zip'], ['zip']],
  [
    ['Patient name', 'Doctor'],
    ['name', 'doctor_id'],
    ['name', 'doctor_id'],
  ],
  [['name'], ['first_name', 'last_name'], [undefined]],
  [['first name', 'last name'], ['name'], [undefined, undefined]],
  [['zip', 'zip code'], ['zip_code'], [undefined, 'zip_code']],
  [
    ['', '–'],
    ['a', '_'],
    [undefined, undefined],
  ],
  [['shipzip'], ['zip'], [undefined]],
])('columns %j match the fields %j as %j', (columns, fields, expected) => {
  const exact = columns.map((column) => (fields.includes(column) ? column : undefined));
  expect(matchColumns(columns, fields, exact)).toEqual(expected);
});

test('a column that was left out, or has a field, keeps it', () => {
  expect(matchColumns(['zip', 'area'], ['zip_code', 'area'], [null, 'zip_code'])).toEqual([null, 'zip_code']);
});
