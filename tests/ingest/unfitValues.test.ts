/** The values of a file that chosen fields refuse. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldsOf, JsonSchema, type Field } from '@cloakroom/contract/fields.ts';
import { csvText } from '@cloakroom/ingest/csvText.ts';
import type { Format } from '@cloakroom/ingest/format.ts';
import { proposeFields } from '@cloakroom/ingest/proposeFields.ts';
import { readRecords } from '@cloakroom/ingest/readRecords.ts';
import { unfitValues, type ChosenField } from '@cloakroom/ingest/unfitValues.ts';
import { chunked, schemaId } from './support/files.ts';

const fieldOf = (name: string, property: object, required = true): Field =>
  fieldsOf(
    JsonSchema.parse({
      type: 'object',
      properties: { [name]: property },
      ...(required && { required: [name] }),
    }),
  )[0]!;
const age = fieldOf('age', { type: 'integer', minimum: 0, maximum: 50 });
const ward = fieldOf('ward', { type: 'string', enum: ['A', 'B'] });

const found = (file: string, chosen: ChosenField[], format: Format = 'csv') =>
  unfitValues({ chunks: chunked(file), format }, chosen);

test('columns are taken by position, and refused values are counted with the first one', async () => {
  const file = 'Age,Ward\n36,A\n85,C\nx,C\n';
  const unfit = await found(file, [
    { column: 1, heading: 'Ward', field: ward },
    { column: 0, heading: 'Age', field: age },
  ]);
  expect([...unfit]).toEqual([
    [0, { rows: 2, first: { row: '3', reason: '"C" is not one of the allowed values: "A", "B".' } }],
    [1, { rows: 2, first: { row: '3', reason: '85 is above the maximum of 50.' } }],
  ]);
});

test('an empty cell is refused only by a required number', async () => {
  const file = 'a,b\n,A\n';
  const chosen = { column: 0, heading: 'a' };
  expect([...(await found(file, [{ ...chosen, field: age }]))]).toEqual([
    [0, { rows: 1, first: { row: '2', reason: 'required, but missing.' } }],
  ]);
  const optional = fieldOf('age', { type: 'integer', minimum: 0, maximum: 50 }, false);
  expect((await found(file, [{ ...chosen, field: optional }])).size).toBe(0);
});

test('rows of another width are skipped, and the cell of a link is not a column', async () => {
  const linked = `age,schema_id:${schemaId}\n36,\n36\n36,,\n`;
  expect((await found(linked, [{ column: 0, heading: 'age', field: age }])).size).toBe(0);
});

test('members of JSON are taken by name; any value fits a text field', async () => {
  const file = '[{"age":36,"note":true},{"age":"36","note":[1]},null,{"age":null,"note":1}]';
  const note = fieldOf('note', { type: 'string' }, false);
  const unfit = await found(
    file,
    [
      { column: 0, heading: 'age', field: age },
      { column: 1, heading: 'note', field: note },
    ],
    'json',
  );
  expect([...unfit]).toEqual([
    [0, { rows: 2, first: { row: '[1]', reason: '"36" is text, not a number.' } }],
  ]);
});

test('the proposed fields refuse no value', async () => {
  const cell = fc.oneof(fc.integer().map(String), fc.constantFrom('', 'A', 'B', '2026-11-26', '1.5', '007'));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1 }), async (rows) => {
      const file = [['a', 'b'], ...rows].map((cells) => csvText(cells, 'as they are')).join('');
      const { fields } = await proposeFields({ chunks: chunked(file), format: 'csv' });
      const chosen = fields.map(({ heading, name, property, required }, column) => ({
        column,
        heading,
        field: fieldOf(name, property, required),
      }));
      expect((await found(file, chosen)).size).toBe(0);
    }),
    { numRuns: 50 },
  );
});

test('a file is refused by as many rows as in the upload', async () => {
  const file = 'age,ward\n36,A\n85,C\nx,B\n12,D\n';
  const unfit = await found(file, [
    { column: 0, heading: 'age', field: age },
    { column: 1, heading: 'ward', field: ward },
  ]);
  let count = 0;
  for await (const { problems } of readRecords({
    chunks: chunked(file),
    format: 'csv',
    fields: [age, ward],
    schemaId,
  }))
    ({ count } = problems);
  expect([...unfit.values()].reduce((sum, { rows }) => sum + rows, 0)).toBe(count);
});
