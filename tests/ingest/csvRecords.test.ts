/** CSV files against a schema: header, row lengths, values, and the header that a page sends. */
import { describe, expect, test } from 'vitest';
import { rewriteCsvHeader } from '@cloakroom/ingest/csvHeader.ts';
import { bytesOf, otherId, person, readAll, refusal, schemaId, texts, chunked } from './support/files.ts';
import { readRecords } from '@cloakroom/ingest/readRecords.ts';

const read = (file: string) => readAll(file, 'csv', person);
const refused = (file: string) =>
  refusal(readRecords({ chunks: chunked(file), format: 'csv', fields: person, schemaId }));

describe('the header', () => {
  const rows = 'Ada,36,4.5\nAlan,41,\n';
  const records = [
    { name: 'Ada', age: '36', rating: '4.5' },
    { name: 'Alan', age: '41' },
  ];

  test.each([
    ['names the fields alone', 'name,age,rating'],
    ['has a schema_id cell that the rows do not have', `name,age,rating,schema_id:${schemaId}`],
    ['has a reference to the schema', `name,age,rating,schema_id:https://some.host/api/schemas/${schemaId}/`],
  ])('%s', async (_, header) => {
    expect(await read(`${header}\n${rows}`)).toEqual({ records, problems: [], rows: 2 });
  });

  test('has a schema_id cell above cells that a spreadsheet left empty', async () => {
    const file = `name,age,rating,schema_id:${schemaId}\nAda,36,4.5,\nAlan,41,,\n`;
    expect((await read(file)).records).toEqual(records);
  });

  test('may omit optional columns and order the others freely', async () => {
    expect((await read('age,name\n36,Ada\n')).records).toEqual([{ name: 'Ada', age: '36' }]);
  });

  test('is refused with everything that is wrong with it', async () => {
    const error = await refused(`colour,name,name,schema_id:${otherId}\nred,x,y\n`);
    expect(error).toMatchObject({ code: 'wrong-header' });
    expect(error.message).toBe(
      `The header row (line 1) does not fit: it names another schema, "${otherId}"; ` +
        'column "name" appears more than once; column "colour" is not a field of this schema; ' +
        'column "age" is required, but missing.',
    );
  });

  test.each(['__proto__', 'constructor', 'toString', 'schema_id', ''])('has no column %j', async (name) => {
    expect((await refused(`name,age,${name}\nAda,36,1\n`)).message).toContain(
      `column ${JSON.stringify(name)} is not a field`,
    );
  });

  test('without a row below it is an empty file', async () => {
    for (const file of ['', ' \r\n', '\uFEFF', 'name,age\n', `name,age,schema_id:${schemaId}`])
      expect(await refused(file)).toMatchObject({
        code: 'empty',
        message: 'File is empty, please select a different file.',
      });
  });
});

test('every bad row is named by its line, and the good ones are still read', async () => {
  const file = 'name,age,rating\nAda,36\n"Alan\nTuring",130,3.14159\nGrace,,5\nKay,abc,1\nJoan,41,2.50\n';
  expect(await read(file)).toEqual({
    records: [{ name: 'Joan', age: '41', rating: '2.5' }],
    rows: 5,
    problems: [
      '2 This row has 2 cells, not 3 as the header says.',
      '3 age: 130 is above the maximum of 100.',
      '3 rating: 3.14159 has more than 2 decimals.',
      '5 age: required, but missing.',
      '6 age: "abc" is not a number.',
    ],
  });
});

test('an empty cell is an empty string', async () => {
  expect((await readAll('a,b\n,x\n"",\n', 'csv', texts('a', 'b'))).records).toEqual([
    { a: '', b: 'x' },
    { a: '', b: '' },
  ]);
});

describe('the header that a page sends', () => {
  const sent = (file: string) => {
    const bytes = bytesOf(file);
    const made = rewriteCsvHeader(bytes, { schemaId });
    return made && new TextDecoder().decode(new Uint8Array([...made.header, ...bytes.subarray(made.offset)]));
  };
  const cell = `schema_id:${schemaId}`;

  test.each([
    ['name,age\nAda,36\nAlan,41\n', `name,age,${cell}\nAda,36\nAlan,41\n`],
    ['name,age\r\nAda,36', `name,age,${cell}\r\nAda,36`],
    ['"na,\n""me""","ä€𝄞"\n"a","b"\n', `"na,\n""me""","ä€𝄞",${cell}\n"a","b"\n`],
    ['\uFEFFname\rAda\r', `name,${cell}\rAda\r`],
    ['\n\nname,age\n\nAda,36\n', `\n\nname,age,${cell}\n\nAda,36\n`],
  ])('%j gets the schema’s id', (file, expected) => {
    expect(sent(file)).toBe(expected);
  });

  test.each([
    ['rows of different lengths', 'name,age\nAda\n'],
    ['a header alone', 'name,age\n'],
    ['nothing', ''],
    ['a schema named already', `name,age,${cell}\nAda,36,\n`],
    ['a schema named already, in quotes', `name,age,"schema_id:x"\nAda,36,\n`],
  ])('a file with %s is sent unchanged', (_, file) => {
    expect(sent(file)).toBeNull();
  });

  test('bytes that are not UTF-8 are left for the reader to refuse', () => {
    expect(rewriteCsvHeader(new Uint8Array([0x61, 0xff, 0x0a, 0x62, 0x0a]), { schemaId })).toBeNull();
  });
});
