/** The edited fields of a proposal, as a form and as a JSON Schema. */
import { expect, test } from 'vitest';
import {
  definitionOf,
  haveSameColumns,
  withDefinition,
  withEdits,
  withFieldMoved,
  withoutValues,
  type DraftField,
} from '#src/machines/proposal/fields.ts';

const field = (column: number, name: string, changes: Partial<DraftField> = {}): DraftField => ({
  id: `c${column}`,
  column,
  heading: name,
  name,
  included: true,
  required: false,
  property: { type: 'string' },
  samples: ['Ada'],
  note: null,
  becomesText: false,
  ...changes,
});
const fields = [field(0, 'a', { required: true }), field(1, 'b', { included: false }), field(2, 'c')];
const text = { type: 'string' };
const names = (all: readonly DraftField[]) =>
  all.map(({ name, included }) => `${name}${included ? '' : ' out'}`);

test('the definition has the included fields in their order', () => {
  expect(definitionOf(fields)).toEqual({
    type: 'object',
    properties: { a: text, c: text },
    required: ['a'],
  });
});

test('an edited definition keeps the column of each name, and leaves out the others', () => {
  const next = withDefinition(fields, {
    type: 'object',
    properties: { c: { type: 'string', format: 'date' } },
  });
  expect(names(next)).toEqual(['c', 'a out', 'b out']);
  expect(next[0]).toMatchObject({
    column: 2,
    required: false,
    property: { format: 'date' },
    samples: ['Ada'],
  });
});

test('a single new name in place of a lost one is a renamed field', () => {
  const next = withDefinition(fields, {
    type: 'object',
    properties: { first: text, c: text },
    required: ['first'],
  });
  expect(next[0]).toMatchObject({ name: 'first', heading: 'a', column: 0, required: true });
});

test('a name that was left out takes its column in again, and an unknown one has none', () => {
  const next = withDefinition(fields, { type: 'object', properties: { a: text, b: text, c: text, d: text } });
  expect(next.map(({ column }) => column)).toEqual([0, 1, 2, null]);
});

test('the definition of edited fields is the edited definition', () => {
  const edited = {
    type: 'object' as const,
    properties: { z: text, a: { type: 'integer', minimum: 0, maximum: 9 } },
  };
  expect(definitionOf(withDefinition(fields, edited))).toEqual(edited);
});

test('a field moves by one place, and not beyond an end', () => {
  expect(names(withFieldMoved(fields, 'c2', -1))).toEqual(['a', 'c', 'b out']);
  expect(names(withFieldMoved(fields, 'c0', -1))).toEqual(['a', 'b out', 'c']);
});

test('stored fields have neither samples nor choices, and get them back from the file', () => {
  const ward = field(0, 'ward', { property: { type: 'string', enum: ['A', 'B'], description: 'Where' } });
  const [stored] = withoutValues([ward]);
  expect(stored).toMatchObject({ samples: [], property: { type: 'string', description: 'Where' } });
  expect(JSON.stringify(stored)).not.toMatch(/"A"|Ada/);
  const edited = { ...stored!, name: 'Ward' };
  expect(withEdits([ward], [edited])).toEqual([{ ...ward, name: 'Ward' }]);
});

test('files have the same columns if their headings are the same, in any order of the fields', () => {
  expect(haveSameColumns(fields, withFieldMoved(fields, 'c0', 1))).toBe(true);
  expect(haveSameColumns(fields, [field(0, 'a'), field(1, 'b')])).toBe(false);
});
