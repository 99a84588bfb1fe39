/** The fields that are proposed for a file: types, ranges, choices, and that all of its values fit. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldsOf, NewJsonSchema } from '@cloakroom/contract/fields.ts';
import { rewriteCsvHeader } from '@cloakroom/ingest/csvHeader.ts';
import type { Format } from '@cloakroom/ingest/format.ts';
import { proposeFields, type FileProposal } from '@cloakroom/ingest/proposeFields.ts';
import { readRecords } from '@cloakroom/ingest/readRecords.ts';
import { csvText } from '@cloakroom/ingest/csvText.ts';
import { bytesOf, chunked, schemaId } from './support/files.ts';

const proposed = (file: string, format: Format = 'csv') => proposeFields({ chunks: chunked(file), format });
const column = async (...cells: string[]) => (await proposed(['c', ...cells, ''].join('\n'))).fields[0]!;
const member = async (...values: string[]) =>
  (await proposed(`[${values.map((value) => `{"c":${value}}`).join()}]`, 'json')).fields[0]!;

/** The definition that a proposal makes. */
const definitionOf = ({ fields }: FileProposal) =>
  NewJsonSchema.parse({
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, property }) => [name, property])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  });

/** The problems of a file that is uploaded into the proposed schema. */
async function problemsOf(file: string, format: Format, proposal: FileProposal): Promise<unknown[]> {
  const columns = proposal.fields.map(({ name }) => name);
  const header = format === 'csv' ? rewriteCsvHeader(bytesOf(file), { schemaId, columns }) : null;
  const body = header ? new TextDecoder().decode(header.header) + file.slice(header.offset) : file;
  const fields = fieldsOf(definitionOf(proposal));
  let problems: unknown[] = [];
  for await (const batch of readRecords({ chunks: chunked(body), format, fields, schemaId }))
    problems = batch.problems.first;
  return problems;
}

describe('the type of a column', () => {
  test.each<[string, string[], object]>([
    ['whole numbers', ['18', '87'], { type: 'integer', minimum: 0, maximum: 100 }],
    ['numbers', ['0.5', '12.25'], { type: 'number', minimum: 0, maximum: 20, precision: 2 }],
    [
      'numbers with zeros at their ends',
      ['1.0', '2.50'],
      { type: 'number', minimum: 0, maximum: 4, precision: 1 },
    ],
    ['exponents', ['1e3', '2E2'], { type: 'integer', minimum: 0, maximum: 1000 }],
    ['negative numbers', ['-33.9', '59.3'], { type: 'number', minimum: -100, maximum: 100, precision: 1 }],
    ['one number', ['5'], { type: 'integer', minimum: 5, maximum: 10 }],
    ['nothing but zero', ['0', '0'], { type: 'integer', minimum: 0, maximum: 1 }],
    ['dates', ['2026-11-26', '2024-02-29'], { type: 'string', format: 'date' }],
    ['moments', ['2026-11-26T10:00:00Z'], { type: 'string', format: 'date-time' }],
    ['addresses of mail', ['ada@example.org', 'bob@example.org'], { type: 'string', format: 'email' }],
    ['addresses of pages', ['https://example.org/a'], { type: 'string', format: 'uri' }],
    ['UUIDs', ['2eb8aa08-aa98-11ea-b4aa-73b441d16380'], { type: 'string', format: 'uuid' }],
    ['words with colons', ['urn:a', 'mailto:b'], { type: 'string' }],
    ['days of other calendars', ['26.11.2026', '27.11.2026'], { type: 'string' }],
    ['numbers and words', ['1', 'two'], { type: 'string' }],
    [
      'few words, often',
      Array.from({ length: 12 }, (_, i) => 'BA'[i % 2]!),
      { type: 'string', enum: ['A', 'B'] },
    ],
    [
      'true and false',
      Array.from({ length: 12 }, (_, i) => String(i % 2 === 0)),
      { type: 'string', enum: ['false', 'true'] },
    ],
    ['few words, once', ['A', 'B', 'C'], { type: 'string' }],
    ['always one word', Array.from({ length: 12 }, () => 'A'), { type: 'string' }],
    ['many words', Array.from({ length: 200 }, (_, i) => `w${i % 21}`), { type: 'string' }],
  ])('of %s', async (_, cells, property) => {
    expect((await column(...cells)).property).toEqual(property);
  });

  test.each<[string, string[], string]>([
    ['zip codes', ['01234', '94105'], 'leading-zeros'],
    ['numbers of 20 digits', ['12345678901234567890', '1'], 'too-exact'],
    ['numbers with 16 decimals', ['0.1234567890123456'], 'too-exact'],
    ['numbers far apart with many decimals', ['0.00000001', '9999999999'], 'too-exact'],
    ['a zero with a sign', ['-0', '1'], 'too-exact'],
    ['numbers with a comma', ['1,5', '2'].map((cell) => `"${cell}"`), 'commas'],
    ['numbers with commas between thousands', ['"1,234"', '"12,345.6"'], 'commas'],
    ['nothing', ['""', '""'], 'no-values'],
  ])('of %s is text, with a reason', async (_, cells, note) => {
    const field = await column(...cells);
    expect([field.property, field.note]).toEqual([{ type: 'string' }, note]);
  });

  test.each<[string, string[], object]>([
    [
      'numbers',
      ['1', '2.5'],
      { property: { type: 'number', minimum: 0, maximum: 4, precision: 1 }, becomesText: false },
    ],
    ['numbers in texts', ['"1"', '"2"'], { property: { type: 'string' }, becomesText: false }],
    ['numbers and texts', ['1', '"two"'], { property: { type: 'string' }, becomesText: true }],
    [
      'true and false',
      ['true', 'false'],
      { property: { type: 'string' }, becomesText: true, note: 'true-or-false' },
    ],
    [
      'lists',
      ['[1]', 'null'],
      { property: { type: 'string' }, becomesText: true, note: 'nested', required: false, samples: ['[1]'] },
    ],
    [
      'numbers beyond exactness',
      ['12345678901234567890'],
      { property: { type: 'string' }, becomesText: true, note: 'too-exact' },
    ],
  ])('of JSON with %s', async (_, values, field) => {
    expect(await member(...values)).toMatchObject(field);
  });
});

describe('a proposal', () => {
  test('of the documented example', async () => {
    const { fields, rows } = await proposed('name,zip,age\nAda,01234,36\nBob,94105,52\n');
    expect(rows).toBe(2);
    expect(fields.map(({ name, property, required }) => [name, property, required])).toEqual([
      ['name', { type: 'string' }, true],
      ['zip', { type: 'string' }, true],
      ['age', { type: 'integer', minimum: 20, maximum: 60 }, true],
    ]);
  });

  test('requires fields that every row has', async () => {
    const { fields } = await proposed('a,b\n1,\n2,x\n');
    expect(fields.map(({ required }) => required)).toEqual([true, false]);
    const { fields: members } = await proposed('[{"a":1,"b":null},{"a":2,"c":""}]', 'json');
    expect(members.map(({ name, required }) => [name, required])).toEqual([
      ['a', true],
      ['b', false],
      ['c', false],
    ]);
  });

  test('shows three distinct values, shortened', async () => {
    const { samples } = await column('a', 'a', 'b', 'x'.repeat(100), 'c');
    expect(samples).toEqual(['a', 'b', `${'x'.repeat(59)}…`]);
  });

  test('counts rows that no schema fits', async () => {
    expect(await proposed('a,b\n1,2\n1\n')).toMatchObject({ rows: 2, oddRows: 1 });
    expect(await proposed('[{"a":1},7]', 'json')).toMatchObject({ rows: 2, oddRows: 1 });
  });

  test('ignores the link of a header, and takes the members of exported records', async () => {
    const { fields } = await proposed('a,schema_id:abc\n1,\n2\n');
    expect(fields.map(({ name }) => name)).toEqual(['a']);
    const exported = await proposed('{"id":"x","schema":"y","data":{"a":1}}\n', 'ndjson');
    expect(exported.fields.map(({ name }) => name)).toEqual(['a']);
  });

  test('is refused for a file without rows', async () => {
    await expect(proposed('a,b\n')).rejects.toMatchObject({ code: 'empty' });
    await expect(proposed('[]', 'json')).rejects.toMatchObject({ code: 'empty' });
  });

  test('is refused for items with more than 500 different members', async () => {
    const rows = Array.from({ length: 501 }, (_, i) => `{"m${i}":1}\n`).join('');
    await expect(proposed(rows, 'ndjson')).rejects.toMatchObject({ code: 'too-large' });
  });

  test('of the sample of zip codes holds all of its rows', async () => {
    const file = readFileSync('public/samples/zipcodes.csv', 'utf8');
    const proposal = await proposed(file);
    expect(proposal.rows).toBe(42_049);
    expect(proposal.fields.find(({ name }) => name === 'zip_code')).toMatchObject({ note: 'leading-zeros' });
    expect(await problemsOf(file, 'csv', proposal)).toEqual([]);
  });
});

const cell = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-0',
    '01',
    '1.50',
    '-3',
    '1e3',
    '1e400',
    'true',
    'A',
    'B',
    '2026-11-26',
    'a,b',
    'é\n"',
  ),
  fc.integer().map(String),
  fc.double({ noNaN: true }).map(String),
  fc.bigInt().map(String),
  fc.string(),
);
/** Cells of one kind, so that types other than text are proposed too. */
const cells = fc.oneof(
  fc.array(cell, { minLength: 1, maxLength: 30 }),
  fc.array(fc.integer({ min: -1000, max: 1000 }).map(String), { minLength: 1, maxLength: 30 }),
  fc.array(
    fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((n) => n.toFixed(3)),
    { minLength: 1 },
  ),
  fc.array(fc.constantFrom('red', 'green', ''), { minLength: 10, maxLength: 30 }),
);

describe('every value of a file fits its proposed field', () => {
  test('of CSV', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), cells, cells, async (heading, left, right) => {
        const rows = Array.from({ length: Math.min(left.length, right.length) }, (_, i) => [
          left[i]!,
          right[i]!,
        ]);
        const file = csvText([heading, 'right']) + rows.map((row) => csvText(row, 'as they are')).join('');
        const proposal = await proposed(file);
        expect(await problemsOf(file, 'csv', proposal)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('of JSON, unless it becomes text', async () => {
    const value = fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string(),
      fc.constant(null),
    );
    const values = fc.oneof(
      fc.array(value, { minLength: 1 }),
      fc.array(fc.integer(), { minLength: 1 }),
      fc.array(fc.string(), { minLength: 1 }),
    );
    await fc.assert(
      fc.asyncProperty(values, async (list) => {
        const file = JSON.stringify(list.map((a) => ({ a })));
        const proposal = await proposed(file, 'json');
        if (proposal.fields[0]!.becomesText) return;
        expect(await problemsOf(file, 'json', proposal)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
