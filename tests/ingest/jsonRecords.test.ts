/** JSON files: which are read, which items are refused, and that reading changes nothing. */
import { describe, expect, test } from 'vitest';
import { readRecords } from '@cloakroom/ingest/readRecords.ts';
import {
  chunked,
  draftsOf,
  fields,
  otherId,
  person,
  readAll,
  refusal,
  schemaId,
  texts,
} from './support/files.ts';

const invalid = 'Invalid JSON object, please check file format or select a different file.';
const read = (file: string, of = person) => readAll(file, 'json', of);
const refused = (file: string | Uint8Array, window = 65_536) =>
  refusal(draftsOf(file, texts('a'), { sizes: window, window }));
const problemsOf = async (item: string, of = person) => (await read(`[${item}]`, of)).problems;

describe('a file may be', () => {
  const ada = { name: 'Ada', age: '36' };
  test.each([
    ['one object', '{"name":"Ada","age":36}'],
    ['a list', '[{"name":"Ada","age":36}]'],
    ['spread over lines, with a byte-order mark', '\uFEFF\n [\r\n\t{ "name" : "Ada" ,\n "age" : 36 }\n]\n\n'],
    ['wrapped in data', '{"data":{"name":"Ada","age":36}}'],
    ['wrapped, with its schema', `{"schema":"/api/schemas/${schemaId}/","data":{"name":"Ada","age":36}}`],
    ['bare, with its schema', `{"name":"Ada","age":36,"schema":"https://h/api/schemas/${schemaId}"}`],
    [
      'as the product exports it',
      `[{"id":"x","url":"/api/records/x/","schema":"${schemaId}","owner":null,"created":"2026","data":{"name":"Ada","age":36}}]`,
    ],
    ['with escaped names and null for what is absent', '{"n\\u0061me":"A\\u0064a","age":36,"rating":null}'],
  ])('%s', async (_, file) => {
    expect(await read(file)).toEqual({ records: [ada], problems: [], rows: 1 });
  });

  test('of a schema with fields called data, schema and id', async () => {
    const of = texts('data', 'schema', 'id');
    const item = { data: 'd', schema: 'not a link', id: 'i' };
    expect((await read(JSON.stringify([item, { data: item }]), of)).records).toEqual([item, item]);
  });
});

describe('a row is refused by its index', () => {
  test.each([
    ['{"name":7,"age":36}', 'name: 7 is a number, not text.'],
    ['{"age":36}', 'name: required, but missing.'],
    ['{"name":null,"age":36}', 'name: required, but missing.'],
    ['{"name":true,"age":36}', 'name: true is neither text nor a number.'],
    ['{"name":["Ada"],"age":36}', 'name: a list is neither text nor a number.'],
    ['{"name":{"first":"Ada"},"age":36}', 'name: an object is neither text nor a number.'],
    ['{"name":"Ada","age":1e99999}', 'age: 1e99999 has too many digits.'],
    ['{"name":"Ada","age":36,"age":37}', 'age: appears more than once in this record.'],
    ['{"name":"Ada","age":36,"\\u0061ge":37}', 'age: appears more than once in this record.'],
    [
      '{"data":{"name":"Ada","age":36},"data":{"name":"Eve","age":36}}',
      'data: appears more than once in this record.',
    ],
    ['{"name":"Ada","age":36,"__proto__":{"x":1}}', '__proto__: is not a field of this schema.'],
    ['{"name":"Ada","age":36,"constructor":"x"}', 'constructor: is not a field of this schema.'],
    ['{"name":"Ada","age":36,"id":"x"}', 'id: is not a field of this schema.'],
    ['{"name":"Ada","age":36,"colour":"red"}', 'colour: is not a field of this schema.'],
    ['{"data":{"name":"Ada","age":36,"__proto__":1}}', '__proto__: is not a field of this schema.'],
    [
      '{"data":{"name":"Ada","age":36},"rating":5}',
      'rating: stands beside "data", where no field is read. Move it into "data".',
    ],
    [
      `{"data":{"name":"Ada","age":36},"schema":"/api/schemas/${otherId}/"}`,
      `schema: this record names another schema, "${otherId}".`,
    ],
    [
      `{"name":"Ada","age":36,"schema":"${otherId}"}`,
      `schema: this record names another schema, "${otherId}".`,
    ],
    [
      '{"data":{"name":"Ada","age":36},"schema":{"id":"x"}}',
      'schema: this record names another schema, an object.',
    ],
    ['12', 'This item is "12", not an object of fields.'],
    ['null', 'This item is null, not an object of fields.'],
    ['[{"name":"Ada"}]', 'This item is a list, not an object of fields.'],
  ])('%s', async (item, message) => {
    expect(await problemsOf(`{"name":"Good","age":1},${item}`)).toEqual([`[1] ${message}`]);
  });

  test.each(['\\uD800', '\\uDC00', '\\uDc00\\ud800', '\\uD800\\n', 'x\\uD800y'])(
    'for half of a character, which no file could represent: %s',
    async (half) => {
      for (const size of [1, 2, 3, 7, 65_536])
        expect((await readAll(`{"a":"${half}"}`, 'json', texts('a'), size)).problems).toEqual([
          '[0] a: holds half of a character, which no file can keep.',
        ]);
    },
  );

  test('for a number that JSON.parse would change', async () => {
    const of = fields({
      n: { type: 'integer', minimum: 9007199254740000, maximum: 9007199254750000 },
      z: { type: 'number', minimum: -1, maximum: 1 },
    });
    expect(await problemsOf('{"n":9007199254740993}', of)).toEqual([
      '[0] n: 9007199254740993 has more digits than a JSON number can keep.',
    ]);
    for (const zero of ['-0', '-0.0', '-0e5'])
      expect(await problemsOf(`{"z":${zero}}`, of)).toEqual([`[0] z: ${zero} would lose its sign: write 0.`]);
    expect((await read('{"n":9007199254740992,"z":0}', of)).records).toEqual([
      { n: '9007199254740992', z: '0' },
    ]);
  });
});

describe('a file is refused', () => {
  test('with the position of the fault', async () => {
    const error = await refused('[\n{"a":"b"},\n{"a":x}]', 3);
    expect(error.sentence).toBe(`${invalid} Expected a value (item [1], line 3, character 6).`);
  });

  test('when it is empty', async () => {
    for (const file of ['', ' \n', '\uFEFF', '[]', ' [ ] '])
      expect(
        await refusal(readRecords({ chunks: chunked(file), format: 'json', fields: texts('a'), schemaId })),
      ).toMatchObject({
        code: 'empty',
        message: 'File is empty, please select a different file.',
      });
  });

  test('when it is not UTF-8', async () => {
    const file = new Uint8Array([
      ...new TextEncoder().encode('[{"a":"'),
      0xff,
      ...new TextEncoder().encode('"}]'),
    ]);
    expect(await refused(file)).toMatchObject({
      code: 'not-utf8',
      message: expect.stringContaining('Byte 8 (line 1)') as string,
    });
  });
});
