/** JSON files whose members get other names, and whose values become strings. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fieldsOf, NewJsonSchema } from '@cloakroom/contract/fields.ts';
import { proposeFields } from '@cloakroom/ingest/proposeFields.ts';
import { renameMembers, type MemberField } from '@cloakroom/ingest/renameMembers.ts';
import { chunked, readAll } from './support/files.ts';

async function renamed(
  file: string,
  fields: Record<string, MemberField>,
  format: 'json' | 'ndjson' = 'json',
) {
  let text = '';
  const source = { chunks: chunked(file, 7), format };
  for await (const piece of renameMembers(source, new Map(Object.entries(fields)))) text += piece;
  return text;
}

test('members get other names, or are left out, and numbers stay as written', async () => {
  const file = '[{"a": 1.50, "b": "x\\u00e9", "c": 3}, {"c": 1, "a": null}]';
  const fields = { a: { name: 'first', isText: false }, b: { name: 'b"', isText: true } };
  expect(await renamed(file, fields)).toBe('{"first":1.50,"b\\"":"x\\u00e9"}\n{}\n');
});

test('values of any type become strings', async () => {
  const file = '{"a":true}\n{"a":12345678901234567890}\n{"a":[1, "two"]}\n{"a":{"b":1}}\n{"a":"x"}\n7\n';
  const lines = (await renamed(file, { a: { name: 'a', isText: true } }, 'ndjson')).split('\n');
  expect(lines).toEqual([
    '{"a":"true"}',
    '{"a":"12345678901234567890"}',
    '{"a":"[1, \\"two\\"]"}',
    '{"a":"{\\"b\\":1}"}',
    '{"a":"x"}',
    'null',
    '',
  ]);
});

test('a published file with numbers as titles fits its proposal after renaming', async () => {
  const file = readFileSync('node_modules/vega-datasets/data/movies.json', 'utf8');
  const { fields } = await proposeFields({ chunks: chunked(file), format: 'json' });
  expect(fields.filter(({ becomesText }) => becomesText).map(({ name }) => name)).toEqual(['Title']);
  const definition = NewJsonSchema.parse({
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, property }) => [name, property])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  });
  const names = fields.map(({ heading, name, becomesText }) => [heading, { name, isText: becomesText }]);
  const text = await renamed(file, Object.fromEntries(names) as Record<string, MemberField>);
  expect(await readAll(text, 'ndjson', fieldsOf(definition))).toMatchObject({ rows: 3201, problems: [] });
});
