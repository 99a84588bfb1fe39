/** A schema is refused by the name of each unenforceable limit; an existing one stays readable. */
import { expect, test } from 'vitest';
import { fieldsOf, JsonSchema, NewJsonSchema } from '@cloakroom/contract/fields.ts';

const schemaOf = (property: object, root: object = {}) => ({
  type: 'object',
  properties: { a: property },
  ...root,
});
const number = { type: 'number', minimum: 0, maximum: 10 };

test.each<[object, string, object?]>([
  [{ type: 'string', pattern: 'a(?=b)' }, '"a": "pattern" looks ahead with (?=, which is not supported'],
  [{ type: 'string', pattern: '(a)\\1' }, '"a": "pattern" uses the backreference \\1, which is not supported'],
  [{ type: 'string', pattern: '[' }, '"a": "pattern" is not a regular expression: Unterminated character class'],
  [{ type: 'string', pattern: 5 }, '"a": "pattern" must be a string'],
  [{ type: 'string', minLength: -1 }, '"a": "minLength" must be a whole number from 0'],
  [{ type: 'string', maxLength: '3' }, '"a": "maxLength" must be a whole number from 0'],
  [{ type: 'string', minLength: 4, maxLength: 3 }, '"a": "minLength" is greater than "maxLength"'],
  [{ type: 'string', const: 3 }, '"a": "const" of a string must be a string'],
  [{ type: 'string', const: 'x', enum: ['y'] }, '"a": "const" is not in "enum"'],
  [{ type: 'string', format: 'iri' }, '"a": the format "iri" is not supported'],
  [{ type: 'string', multipleOf: 2 }, '"a": "multipleOf" applies to numbers only'],
  [{ type: 'string', minimum: 2 }, '"a": "minimum" applies to numbers only'],
  [{ ...number, pattern: 'x' }, '"a": "pattern" applies to strings only'],
  [{ ...number, format: 'date' }, '"a": the format "date" applies to strings only'],
  [{ ...number, exclusiveMinimum: true }, '"a": "exclusiveMinimum" must be a number'],
  [{ ...number, multipleOf: 0 }, '"a": "multipleOf" must be a number above 0'],
  [{ ...number, exclusiveMinimum: 10 }, '"a": no number is within all of its limits'],
  [{ ...number, multipleOf: 11, exclusiveMinimum: 0 }, '"a": no number is within all of its limits'],
  [{ ...number, const: 0.001 }, '"a": no number is within all of its limits'],
  [{ type: 'string' }, '"minProperties" is not supported', { minProperties: 1 }],
  [{ type: 'string' }, '"dependentRequired" is not supported', { dependentRequired: { a: ['b'] } }],
])('%j is refused: %s', (property, message, root = {}) => {
  const made = NewJsonSchema.safeParse(schemaOf(property, root));
  expect(made.error?.issues.map((issue) => issue.message)).toEqual([message]);
  // A schema that an earlier version accepted is read, without the unenforceable limits.
  expect(fieldsOf(JsonSchema.parse(schemaOf(property, root)))).toHaveLength(1);
}); // prettier-ignore

test.each<[object, string]>([
  [{ properties: {} }, 'needs at least one property'],
  [{ properties: { yes: { type: 'boolean' } } }, '"yes": must be a string, number or integer: other types cannot be sealed and searched'],
  [{ properties: { n: { type: 'number' } } }, '"n": every number needs "minimum" and "maximum"'],
  [{ properties: { __query: { type: 'string' } } }, '"__query": this name is reserved for the query key'],
  [{ $ref: 'http://127.0.0.1/', properties: { a: { type: 'string' } } }, '"$ref" is not supported'],
])('what cannot be sealed or searched is refused, in an existing schema, too: %j', (schema, message) => {
  for (const parsed of [NewJsonSchema, JsonSchema])
    expect(parsed.safeParse({ type: 'object', ...schema }).error?.issues.map((issue) => issue.message)).toEqual([message]);
}); // prettier-ignore

test('an enforceable schema is accepted', () => {
  for (const property of [
    { type: 'string', minLength: 0, maxLength: 65_536, pattern: '^(?<year>\\d{4})$', format: 'date' },
    { type: 'string', format: 'phone', title: 'Phone', default: '', examples: [''] },
    { type: 'integer', minimum: -5, maximum: 5, multipleOf: 5, exclusiveMinimum: -5, format: 'int32' },
    { ...number, multipleOf: 0.001, const: 0.01 },
  ])
    expect(NewJsonSchema.safeParse(schemaOf(property)).success).toBe(true);
});
