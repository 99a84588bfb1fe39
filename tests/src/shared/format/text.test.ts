/** Schemas and people in words. */
import { expect, test } from 'vitest';
import { deviceName } from '#src/features/profile/deviceText.ts';
import { fieldCount } from '#src/shared/fields.ts';
import { personLine, roleFixedBecause } from '#src/shared/people.ts';
import { positionOf, readSchemaText, sampleSchema } from '#src/features/schemas/schemaText.ts';
import { organization } from '#tests/src/support/people.ts';

const line = {
  id: 'p',
  user: 'u',
  email: 'eve@example.org',
  status: 'Active',
  role: 'Organization Member',
  isAdmin: false,
  owns: false,
  self: false,
  program: undefined,
  invitation: undefined,
} as const;

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
  expect(positionOf('', 0)).toEqual({ line: 1, column: 1 });
  expect(positionOf('{\n  oops', 4)).toEqual({ line: 2, column: 3 });
});

test.each([
  [true, false, true, 'Active', 'Organization Owner'],
  [false, true, true, 'Active', 'Organization Admin'],
  [false, false, false, 'Invited', 'Organization Member'],
])('owner %s, admin %s, active %s: %s, %s', (owns, is_admin, is_active, status, role) => {
  const user = {
    id: 'u',
    url: '',
    email: 'eve@example.org',
    first_name: '',
    last_name: '',
    is_active,
    is_superuser: false,
    is_service_account: false,
    has_identity: false,
    date_joined: '',
    last_login: null,
  };
  const owner = organization.owner.organization_user;
  const member = { ...owner, id: owns ? owner.id : 'other', is_admin, user };
  expect(personLine(member, organization, { id: 'someone' })).toMatchObject({
    email: 'eve@example.org',
    status,
    role,
    self: false,
  });
});

test.each([
  ['the owner', { owns: true, self: false }, true, /owner/],
  ['oneself', { owns: false, self: true }, true, /your own role/],
  ['another person, for a plain member', { owns: false, self: false }, false, /Only admins/],
])('the role of %s can’t be changed, with a reason', (_who, place, isAdmin, reason) => {
  const person = { ...line, ...place };
  expect(roleFixedBecause(person, { id: 'v', isAdmin })).toMatch(reason);
});

test('an admin may change every other person’s role', () => {
  expect(roleFixedBecause(line, { id: 'v', isAdmin: true })).toBeUndefined();
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', 'Unknown device'],
])('the user agent "%s" is shown as "%s"', (userAgent, words) => {
  expect(deviceName(userAgent)).toBe(words);
});
