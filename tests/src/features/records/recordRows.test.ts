/** The cells of records whose values are sealed in groups: each field has a reference, also without a value. */
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import { groupReference } from '@cloakroom/wire/groupReference.ts';
import { cellOf, cellsOf, readableFields, type RecordRow } from '#src/features/records/recordRows.ts';
import { schema, sealed } from '../../support/records.ts';

const fields = fieldsOf(schema.schema);
const reference = groupReference(new Uint8Array(48), 2);
const data = { name: reference, team: reference, age: reference };
const cell = (row: Partial<RecordRow>, name: string) =>
  cellOf({ record: { ...sealed[0]!, data }, number: 1, open: undefined, ...row }, name);

describe('a record of a group', () => {
  test('is shown as encrypted in every field while it is sealed', () => {
    for (const name of ['name', 'team', 'age'])
      expect(cell({}, name).label).toBe(`encrypted value, ${name} column`);
  });

  test('has no value in a field that decryption showed to be empty', () => {
    const row = { open: { name: 'Ada' }, empty: ['team'] };
    expect(cell(row, 'name')).toEqual({ text: 'Ada' });
    expect(cell(row, 'team')).toEqual({ text: '—', label: 'no value, team column', quiet: true });
  });

  test('stays encrypted in fields that were not decrypted', () => {
    const row = { open: { name: 'Ada' }, empty: ['age'] };
    expect(cell(row, 'team').label).toBe('encrypted value, team column');
  });

  test('is described by the titles of its columns', () => {
    const cells = cellsOf([{ ...fields.find(({ name }) => name === 'age')!, title: 'Age in years' }]);
    const row = { record: { ...sealed[0]!, data }, number: 1, open: undefined };
    expect(cells(row, 'age').label).toBe('encrypted value, Age in years column');
  });

  test('is damaged where a field could not be opened', () => {
    expect(cell({ open: {}, damaged: ['team'] }, 'team').text).toBe('damaged');
  });
});

test.each([
  [true, ['age', 'name', 'team']],
  [false, []],
  [['team'], ['team']],
] as const)('with the permission %j, %j can be decrypted', (can_decrypt, names) => {
  const permissions = {
    ...schema.permissions,
    can_decrypt: can_decrypt === true || can_decrypt === false ? can_decrypt : [...can_decrypt],
  };
  expect([...readableFields(fields, permissions)]).toEqual(names);
});
