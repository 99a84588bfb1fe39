/** What a change of a definition takes while there are records. A change that is not refused admits every earlier value. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compareDefinitions,
  compareFields,
  greatestKind,
  withoutAdded,
} from '@cloakroom/contract/definitionChange.ts';
import { fieldsOf, NewJsonSchema, type JsonSchema } from '@cloakroom/contract/fields.ts';
import { readRecords } from '@cloakroom/ingest/readRecords.ts';

const base = {
  city: { type: 'string', enum: ['Oslo', 'Rome'] },
  code: { type: 'string', minLength: 2, maxLength: 8, pattern: '^[A-Z]', format: 'email' },
  dose: { type: 'number', minimum: 0, maximum: 100, precision: 1, exclusiveMinimum: 0, multipleOf: 0.5 },
  age: { type: 'integer', minimum: 0, maximum: 120 },
};
const schemaOf = (properties: object, required = ['city']): JsonSchema =>
  NewJsonSchema.parse({ type: 'object', properties, required });
const before = schemaOf(base);
const changed = (field: keyof typeof base, change: object) =>
  schemaOf({ ...base, [field]: { ...base[field], ...change } });

test.each<[string, JsonSchema, string]>([
  ['the same', before, 'same'],
  [
    'another order of properties',
    schemaOf({ age: base.age, dose: base.dose, code: base.code, city: base.city }),
    'same',
  ],
  ['a title', changed('dose', { title: 'Dose', description: 'In mg' }), 'free'],
  ['a description of the whole', { ...before, description: 'People' }, 'free'],
  ['the precision that was meant anyway', changed('age', { precision: 0 }), 'free'],
  ['more allowed values', changed('city', { enum: ['Bern', 'Rome', 'Oslo'] }), 'compatible'],
  ['allowed values in another order', changed('city', { enum: ['Rome', 'Oslo'] }), 'compatible'],
  ['any value', changed('city', { enum: undefined }), 'compatible'],
  ['a lower minLength', changed('code', { minLength: 1 }), 'compatible'],
  ['a higher maxLength', changed('code', { maxLength: 9 }), 'compatible'],
  ['no pattern', changed('code', { pattern: undefined }), 'compatible'],
  ['a format that is a note', changed('code', { format: 'name' }), 'compatible'],
  ['a higher maximum', changed('dose', { maximum: 1000 }), 'compatible'],
  ['no multipleOf', changed('dose', { multipleOf: undefined }), 'compatible'],
  ['a multipleOf that divides the former', changed('dose', { multipleOf: 0.1 }), 'compatible'],
  ['a field that is optional now', schemaOf(base, []), 'compatible'],
  ['a number instead of an integer', changed('age', { type: 'number', precision: 0 }), 'compatible'],
  ['a number with decimals instead of an integer', changed('age', { type: 'number' }), 'reindex'],
  ['a lower minimum', changed('dose', { minimum: -5 }), 'reindex'],
  ['more decimals', changed('dose', { precision: 3 }), 'reindex'],
  ['a higher minimum', changed('dose', { minimum: 1 }), 'refused'],
  ['a lower maximum', changed('dose', { maximum: 99 }), 'refused'],
  ['fewer decimals', changed('dose', { precision: 0, multipleOf: 1 }), 'refused'],
  ['a multipleOf that does not divide the former', changed('dose', { multipleOf: 0.2 }), 'refused'],
  ['an exclusiveMaximum', changed('dose', { exclusiveMaximum: 100 }), 'refused'],
  ['a constant', changed('age', { const: 5 }), 'refused'],
  ['fewer allowed values', changed('city', { enum: ['Oslo'] }), 'refused'],
  ['a higher minLength', changed('code', { minLength: 3 }), 'refused'],
  ['another pattern', changed('code', { pattern: '^[A-Z]+' }), 'refused'],
  ['another format', changed('code', { format: 'uri' }), 'refused'],
  ['a field that is required now', schemaOf(base, ['city', 'age']), 'refused'],
  ['a string instead of an integer', schemaOf({ ...base, age: { type: 'string' } }), 'refused'],
  [
    'an integer instead of a number',
    changed('dose', { type: 'integer', precision: 0, multipleOf: 1 }),
    'refused',
  ],
  ['another field', schemaOf({ ...base, name: { type: 'string' } }), 'rekey'],
  [
    'another field and a lower minimum',
    schemaOf({ ...base, name: { type: 'string' }, dose: { ...base.dose, minimum: -5 } }),
    'rekey',
  ],
  ['a required field', schemaOf({ ...base, name: { type: 'string' } }, ['city', 'name']), 'refused'],
  [
    'another name',
    schemaOf({ city: base.city, code: base.code, dose: base.dose, years: base.age }),
    'refused',
  ],
  ['a field less', schemaOf({ city: base.city, code: base.code, dose: base.dose }), 'refused'],
])('%s', (_, after, kind) => {
  const { kind: found, changes } = compareDefinitions(before, after);
  expect(found).toBe(kind);
  for (const change of changes)
    if (change.kind === 'refused') expect(change.reason).toMatch(/\.$/);
    else expect(change).not.toHaveProperty('reason');
});

test('a change that needs a new index and new keys is first made without the new fields', () => {
  const dose = { ...base.dose, minimum: -5 };
  const after = { ...schemaOf({ ...base, dose, name: { type: 'string' } }), title: 'People' };
  const first = withoutAdded(before, after);
  expect(first).toEqual({ ...schemaOf({ ...base, dose }), title: 'People' });
  expect(compareDefinitions(before, first).kind).toBe('reindex');
  expect(compareDefinitions(first, after)).toEqual({
    kind: 'rekey',
    changes: [{ field: 'name', kind: 'rekey' }],
  });
});

test('names each keyword of each field', () => {
  const after = schemaOf({
    ...base,
    dose: { ...base.dose, minimum: -5, maximum: 50, title: 'Dose' },
    city: { type: 'string', enum: ['Rome', 'Oslo', 'Bern'] },
  });
  const { kind, changes } = compareDefinitions(before, after);
  expect(kind).toBe('refused');
  expect(changes.map(({ field, keyword, kind: each }) => [field, keyword, each])).toEqual([
    ['city', 'enum', 'compatible'],
    ['dose', 'minimum', 'reindex'],
    ['dose', 'maximum', 'refused'],
    ['dose', 'title', 'free'],
  ]);
});

/** Generated properties of one number and one string. */
const numbers = fc
  .record({
    type: fc.constantFrom('number', 'integer'),
    minimum: fc.integer({ min: -4, max: 2 }),
    maximum: fc.integer({ min: 3, max: 6 }),
    precision: fc.integer({ min: 0, max: 2 }),
    multipleOf: fc.option(fc.constantFrom(0.5, 1, 2), { nil: undefined }),
    exclusiveMinimum: fc.option(fc.integer({ min: -3, max: 1 }), { nil: undefined }),
  })
  .map((property) => (property.type === 'integer' ? { ...property, precision: 0 } : property));
const texts = fc.record({
  type: fc.constant('string'),
  enum: fc.option(fc.subarray(['', 'a', 'bb', 'ccc'], { minLength: 1 }), { nil: undefined }),
  minLength: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
  maxLength: fc.option(fc.integer({ min: 2, max: 3 }), { nil: undefined }),
});
const definitions = fc
  .record({ number: numbers, text: texts, required: fc.subarray(['number', 'text']) })
  .map(({ required, ...properties }) => NewJsonSchema.safeParse({ type: 'object', properties, required }))
  .filter(({ success }) => success)
  .map(({ data }) => data!);
const rows = fc.record(
  {
    number: fc.integer({ min: -500, max: 700 }).map((hundredths) => hundredths / 100),
    text: fc.constantFrom('', 'a', 'bb', 'ccc', 'dddd'),
  },
  { requiredKeys: [] },
);

/** Whether a definition admits a row. */
async function isValid(schema: JsonSchema, row: object): Promise<boolean> {
  const chunks = (async function* () {
    yield Buffer.from(JSON.stringify([row]));
  })();
  const batches = readRecords({
    chunks,
    format: 'json',
    fields: fieldsOf(schema),
    schemaId: 'x',
    checkOnly: true,
  });
  let count = 0;
  for await (const { problems } of batches) count = problems.count;
  return count === 0;
}

test('a row that a definition admits is admitted by every definition that it may change to', async () => {
  await fc.assert(
    fc.asyncProperty(
      definitions,
      definitions,
      fc.array(rows, { minLength: 8, maxLength: 8 }),
      async (one, other, all) => {
        const kind = greatestKind(compareFields(fieldsOf(one), fieldsOf(other)));
        fc.pre(kind !== 'refused');
        for (const row of all)
          if (await isValid(one, row)) expect(await isValid(other, row), JSON.stringify(row)).toBe(true);
      },
    ),
    { numRuns: 100, maxSkipsPerRun: 1_000 },
  );
});
