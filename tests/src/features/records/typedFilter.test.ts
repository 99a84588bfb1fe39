import { expect, test } from 'vitest';
import { fieldsOf, JsonSchema } from '@cloakroom/contract/fields.ts';
import { readTypedFilter } from '#src/features/records/typedFilter.ts';

const fields = fieldsOf(
  JsonSchema.parse({
    type: 'object',
    properties: {
      state: { type: 'string', enum: ['NY', 'NJ', 'VT'] },
      'state of birth': { type: 'string' },
      age: { type: 'integer', minimum: 0, maximum: 150 },
    },
  }),
);
const read = (text: string) => readTypedFilter(text, fields);
const rowOf = (column: string, operator: string, value: string, value2 = '') => ({
  column,
  operator,
  value,
  value2,
});

test.each([
  ['state = NY', rowOf('state', '=', 'NY')],
  ['  state=NY ', rowOf('state', '=', 'NY')],
  ['State of birth = "New York"', rowOf('state of birth', '=', 'New York')],
  ['age > 30', rowOf('age', '>', '30')],
  ['AGE>=30', rowOf('age', '>=', '30')],
  ['age between 18 and 30', rowOf('age', 'between', '18', '30')],
  ['age between 18~30', rowOf('age', 'between', '18', '30')],
])('%s is a filter', (text, row) => {
  expect(read(text).row).toEqual(row);
});

test.each([
  ['shoe', 'No field begins with “shoe”. Begin with the name of a field.'],
  ['sta', 'Begin with the name of a field, then an operator and a value, as in age > 30.'],
  ['state > NY', 'Expected the operator = after state.'],
  ['age is 5', 'Expected one of = > < >= <= between after age.'],
  ['age >', 'Expected a number from 0 to 150.'],
  ['age > old', '"old" is not a number.'],
  ['age between', 'Expected one of = > < >= <= between after age.'],
  ['age between 5', 'Enter both ends of the range.'],
  ['state =', 'Expected one of the choices of state.'],
  ['state = XX', '“XX” is none of the choices of state.'],
  ['state of birth = ', 'Expected a text for state of birth.'],
])('%s is no filter, and the sentence says what is expected', (text, expected) => {
  expect(read(text)).toMatchObject({ row: null, expected });
});

test.each([
  ['', ['age ', 'state ', 'state of birth ']],
  ['birth', ['state of birth ']],
  ['age ', ['age = ', 'age > ', 'age < ', 'age >= ', 'age <= ', 'age between ']],
  ['age b', ['age between ']],
  ['state = n', ['state = NY', 'state = NJ']],
])('"%s" is completed', (text, completions) => {
  expect(read(text).completions.map((one) => one.text)).toEqual(completions);
});

const titled = fields.map((field) => (field.name === 'age' ? { ...field, title: 'Age in years' } : field));

test.each([
  ['Age in years > 30', rowOf('age', '>', '30')],
  ['age > 30', rowOf('age', '>', '30')],
])('%s filters a field with a title, by its title or its name', (text, row) => {
  expect(readTypedFilter(text, titled).row).toEqual(row);
});

test.each([
  ['age', ['Age in years ']],
  ['years', ['Age in years ']],
  ['age in years b', ['Age in years between ']],
  ['age b', ['age between ']],
])('"%s" is completed for a field with a title', (text, completions) => {
  expect(readTypedFilter(text, titled).completions.map((one) => one.text)).toEqual(completions);
});
