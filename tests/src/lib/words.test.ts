/** Schemas and people in words. */
import { expect, test } from 'vitest';
import { fieldCount } from '#src/lib/fields.ts';
import { personLine } from '#src/lib/people.ts';
import { placeOf, readSchemaText, sampleSchema } from '#src/lib/schemaText.ts';
import { organization } from '#tests/src/support/people.ts';

test('a definition without properties has an unknown number of fields', () => {
  expect(fieldCount({ properties: { a: {}, b: {} } })).toBe(2);
  expect(fieldCount({})).toBe('Unknown');
});

test('the sample schema is valid: a name, and an age from 1 to 100, both required', () => {
  expect(readSchemaText(sampleSchema).schema).toEqual({
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 1, maximum: 100 } },
    required: ['name', 'age'],
  });
});

test('lines and columns count from 1', () => {
  expect(placeOf('', 0)).toEqual({ line: 1, column: 1 });
  expect(placeOf('{\n  oops', 4)).toEqual({ line: 2, column: 3 });
});

test.each([
  [true, false, true, 'Active', 'Organization Owner'],
  [false, true, true, 'Active', 'Organization Admin'],
  [false, false, false, 'Invited', 'Organization Member'],
])('owner %s, admin %s, active %s', (owns, is_admin, is_active, status, role) => {
  const user = {
    id: 'u',
    url: '',
    email: 'eve@example.org',
    first_name: '',
    last_name: '',
    is_active,
    is_superuser: false,
    has_identity: false,
    date_joined: '',
    last_login: null,
  };
  const owner = organization.owner.organization_user;
  const member = { ...owner, id: owns ? owner.id : 'other', is_admin, user };
  expect(personLine(member, organization)).toMatchObject({ email: 'eve@example.org', status, role });
});
