/** A schema's limits in words. */
import { expect, test } from 'vitest';
import { JsonSchema } from '@cloakroom/contract/fields.ts';
import { fieldLines } from '#src/shared/fields.ts';

const line = (property: object) =>
  fieldLines(JsonSchema.parse({ type: 'object', properties: { a: property } })).map(
    ({ allowed, constraints }) => [allowed, constraints],
  );

const bounds = { type: 'number', minimum: 0, maximum: 5 };

test.each<[object, (readonly string[])[] | [null, string[]]]>([
  [{ type: 'string' }, [null, []]],
  [{ type: 'string', minLength: 1, maxLength: 9, pattern: '^a', format: 'date' }, [null, ['minLength 1', 'maxLength 9', 'pattern ^a', 'format date']]],
  [{ type: 'string', const: 'x' }, [['x'], []]],
  [
    { ...bounds, exclusiveMinimum: 0, exclusiveMaximum: 5, multipleOf: 0.5, const: 2 },
    [null, ['maximum 5', 'minimum 0', 'exclusiveMaximum 5', 'exclusiveMinimum 0', 'multipleOf 0.5', 'const 2', 'precision 2']],
  ],
  [{ type: 'string', format: 'phone' }, [null, ['format phone (not checked)']]],
  [{ type: 'string', pattern: '(?=a)', format: 'iri' }, [null, ['pattern (not checked)', 'format (not checked)']]],
  [{ ...bounds, minLength: 3, exclusiveMinimum: true }, [null, ['maximum 5', 'minimum 0', 'precision 2', 'minLength (not checked)', 'exclusiveMinimum (not checked)']]],
])('%j', (property, expected) => {
  expect(line(property)).toEqual([expected]);
}); // prettier-ignore

test('a title is shown beside a name that differs', () => {
  const properties = {
    zip: { type: 'string', title: 'Zip code' },
    city: { type: 'string', title: 'city' },
    state: { type: 'string', title: ' ' },
  };
  const lines = fieldLines(JsonSchema.parse({ type: 'object', properties }));
  expect(lines.map(({ title }) => title)).toEqual(['Zip code', null, null]);
});
