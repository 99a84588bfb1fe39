/** The edited fields of a proposal, as a form and as a JSON Schema. */
import { expect, test } from 'vitest';
import { withFieldsOf } from '#src/features/proposal/otherFields.ts';
import {
  definitionOf,
  fieldsToCheck,
  haveSameColumns,
  withDefinition,
  withEdits,
  withFieldMoved,
  withoutValues,
  withReading,
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

test('naming an excluded field includes its column again; an unknown name has no column', () => {
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

test('fields of another schema take the columns with similar names; other columns are left out', () => {
  const columns = [field(0, 'Zip', { note: 'leading-zeros' }), field(1, 'Last Name'), field(2, 'Remark')];
  const zip = { type: 'string', description: 'Of the address' };
  const next = withFieldsOf(columns, {
    type: 'object',
    properties: { last_name: text, zip_code: zip, city: text },
    required: ['last_name', 'city'],
  });
  expect(names(next)).toEqual(['last_name', 'zip_code', 'city', 'Remark out']);
  expect(next.map(({ column, required }) => [column, required])).toEqual([
    [1, true],
    [0, false],
    [null, false],
    [2, false],
  ]);
  expect(next[1]).toMatchObject({ heading: 'Zip', property: zip, samples: ['Ada'], note: null });
});

test('checks only fields that differ from the proposal', () => {
  const changed = [
    { ...fields[0]!, required: false, property: { type: 'string', description: 'Name' } },
    field(2, 'c', { property: { type: 'string', format: 'date' } }),
    field(1, 'b', { included: false, property: { type: 'integer', minimum: 0, maximum: 1 } }),
  ];
  expect(fieldsToCheck(changed, fields).map(({ name }) => name)).toEqual(['c']);
  expect(fieldsToCheck([field(2, 'c', { required: true })], fields)).toHaveLength(1);
});

test('keeps edits when the file is read with other settings, and updates everything else', () => {
  const former = [field(0, 'MÃ¼ller'), field(1, 'b', { property: { type: 'string', enum: ['Ã¼'] } })];
  const now = [field(0, 'Müller'), field(1, 'b', { property: { type: 'string', enum: ['ü'] } })];
  const edited = [
    { ...former[1]!, name: 'letter', property: { ...former[1]!.property, description: 'One' } },
    { ...former[0]!, property: { type: 'string', format: 'date' } },
  ];
  expect(withReading(now, edited, former)).toEqual([
    { ...now[1]!, name: 'letter', property: { type: 'string', enum: ['ü'], description: 'One' } },
    { ...now[0]!, property: { type: 'string', format: 'date' } },
  ]);
  expect(withReading([field(0, 'a;b')], edited, former)).toEqual([field(0, 'a;b')]);
});
