/** The limits of a schema's fields: both readers enforce each one with a message that says what is wrong. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cells } from '@cloakroom/ingest/cells.ts';
import { recordCheck } from '@cloakroom/ingest/check.ts';
import { csvRecords } from '@cloakroom/ingest/csvRecords.ts';
import type { Draft } from '@cloakroom/ingest/draft.ts';
import { readRecords } from '@cloakroom/ingest/readRecords.ts';
import { expectSameVerdicts } from './support/sameVerdicts.ts';
import { chunked, fields, readAll, schemaId } from './support/files.ts';

const text = (limits: object) => fields({ a: { type: 'string', ...limits } });
const number = (limits: object) => fields({ a: { type: 'number', minimum: -10, maximum: 10, ...limits } });

/**
 * The verdict of each reader on one value: null for a valid one. The page only validates, the proxy also makes
 * records.
 */
async function verdicts(of: ReturnType<typeof fields>, value: string): Promise<(string | null)[]> {
  const written = of[0]?.type === 'string' ? JSON.stringify(value) : value;
  const files = [
    [`a\n"${value.replaceAll('"', '""')}"\n`, 'csv'],
    [`[{"a":${written}}]`, 'json'],
    [`{"data":{"a":${written}}}\n`, 'ndjson'],
  ] as const;
  const all: (string | null)[] = [];
  for (const [file, format] of files)
    for (const checkOnly of [true, false])
      for await (const { problems } of readRecords({
        chunks: chunked(file),
        format,
        fields: of,
        schemaId,
        checkOnly,
      }))
        all.push(problems.first[0]?.message ?? null);
  return all;
}

const good = [null, null, null, null, null, null];
const bad = (message: string) => Array.from({ length: 6 }, () => `a: ${message}`);

describe.each<[string, ReturnType<typeof fields>, string[], [string, string][]]>([
  [
    'minLength',
    text({ minLength: 3 }),
    ['abc', 'äöü', '😀😀😀', 'a b'],
    [
      ['ab', '"ab" must have at least 3 characters, has 2.'],
      ['😀😀', '"😀😀" must have at least 3 characters, has 2.'],
    ],
  ],
  ['minLength of one', text({ minLength: 1 }).map((field) => ({ ...field, required: true })), ['a'], [['', '"" must have at least 1 character, has 0.']]],
  ['maxLength', text({ maxLength: 3 }), ['', 'abc', '😀😀😀'], [['abcd', '"abcd" must have at most 3 characters, has 4.']]],
  ['maxLength of one', text({ maxLength: 1 }), ['a', '😀'], [['ab', '"ab" must have at most 1 character, has 2.']]],
  ['pattern', text({ pattern: '^[A-Z]{2}\\d+$' }), ['AB1', 'ZZ999'], [['ab1', '"ab1" does not match the pattern ^[A-Z]{2}\\d+$']]],
  ['pattern that may match anywhere', text({ pattern: 'b|\\p{Lu}' }), ['abc', 'É'], [['aé', '"aé" does not match the pattern b|\\p{Lu}']]],
  ['format', text({ format: 'date' }), ['2026-02-28', '2024-02-29'], [['2026-02-29', '"2026-02-29" is not a date such as 2026-11-23.']]],
  ['an unknown format, which limits nothing', text({ format: 'phone' }), ['', 'x'], []],
  ['const of a string', text({ const: 'x' }), ['x'], [['y', '"y" is not one of the allowed values: "x".']]],
  [
    'two limits, of which the first that is broken is named',
    text({ minLength: 2, pattern: '^a' }),
    ['ab'],
    [
      ['b', '"b" must have at least 2 characters, has 1.'],
      ['bb', '"bb" does not match the pattern ^a'],
    ],
  ],
  ['enum and a pattern', text({ enum: ['ab', 'ba'], pattern: '^a' }), ['ab'], [['ba', '"ba" does not match the pattern ^a']]],
  [
    'exclusiveMinimum',
    number({ exclusiveMinimum: 0 }),
    ['0.01', '10', '10.00', '1e0'],
    [
      ['0', '0 must be greater than 0.'],
      ['-0.01', '-0.01 must be greater than 0.'],
      ['-11', '-11 is below the minimum of -10.'],
    ],
  ],
  ['exclusiveMinimum between two steps', number({ exclusiveMinimum: 0.005 }), ['0.01'], [['0', '0 must be greater than 0.005.']]],
  [
    'exclusiveMaximum',
    number({ exclusiveMaximum: 10 }),
    ['9.99', '-10'],
    [
      ['10', '10 must be less than 10.'],
      ['10.00', '10.00 must be less than 10.'],
    ],
  ],
  ['exclusiveMaximum between two steps', number({ exclusiveMaximum: 0.005 }), ['0'], [['0.01', '0.01 must be less than 0.005.']]],
  ['multipleOf', number({ multipleOf: 0.1 }), ['0', '0.3', '-0.7', '1e-1', '0.70'], [['0.25', '0.25 is not a multiple of 0.1.']]],
  ['multipleOf finer than the decimals', number({ multipleOf: 0.025 }), ['0.05', '-0.1'], [['0.01', '0.01 is not a multiple of 0.025.']]],
  ['multipleOf with more digits than a double has', number({ multipleOf: 0.0300000000000001, precision: 2 }), ['0'], [['0.03', '0.03 is not a multiple of 0.0300000000000001.']]],
  ['const of a number', number({ const: 2.5 }), ['2.5', '2.50'], [['2.4', '2.4 is not 2.5, the only allowed value.']]],
])('%s', (_, of, accepted, refused) => {
  test.each(accepted)('accepts %j', async (value) => {
    expect(await verdicts(of, value)).toEqual(good);
  });
  if (refused.length > 0)
    test.each(refused)('refuses %j', async (value, message) => {
      expect(await verdicts(of, value)).toEqual(bad(message));
    });
}); // prettier-ignore

test('steps are counted from the minimum, whatever the exclusive bounds are', async () => {
  const of = number({ exclusiveMinimum: 0, exclusiveMaximum: 5, multipleOf: 0.5 });
  for await (const { records } of readRecords({
    chunks: chunked('a\n0.5\n'),
    format: 'csv',
    fields: of,
    schemaId,
  }))
    expect(records[0]?.values).toEqual([{ type: 'n', text: '0.5', step: 1050 }]);
});

test('an empty cell is absent if its field is optional and may not be empty', async () => {
  const of = fields({
    mail: { type: 'string', format: 'email' },
    code: { type: 'string', minLength: 2 },
    ward: { type: 'string', enum: ['A'] },
    note: { type: 'string', maxLength: 3 },
  });
  const file = 'mail,code,ward,note\n,,,\nada@example.org,"",A,x\n';
  expect((await readAll(file, 'csv', of)).records).toEqual([
    { note: '' },
    { mail: 'ada@example.org', ward: 'A', note: 'x' },
  ]);
  const required = fields({ mail: { type: 'string', format: 'email' } }, 'mail');
  expect((await readAll('mail\n""\n', 'csv', required)).problems).toEqual([
    '2 mail: "" is not an e-mail address such as ada@example.org.',
  ]);
});

test('scanning rows as bytes agrees with the check for every limit', async () => {
  const limit = fc.constantFrom(
    { type: 'string', minLength: 2 }, { type: 'string', maxLength: 2 }, { type: 'string', pattern: '^[a-z]*$' }, { type: 'string', format: 'date' },
    { type: 'string', const: 'ab' }, { type: 'string' },
    { type: 'number', minimum: -3, maximum: 3, exclusiveMinimum: -1.5 }, { type: 'number', minimum: -3, maximum: 3, exclusiveMaximum: 0 },
    { type: 'number', minimum: -3, maximum: 3, multipleOf: 0.25 }, { type: 'integer', minimum: 0, maximum: 9, const: 4 },
  ); // prettier-ignore
  const cell = fc.constantFrom(
    '',
    ' ab ',
    ...'a ab abc 😀 "a""b" 0 -1.5 -1.49 0.25 1.10 4 2026-11-23'.split(' '),
  );
  await fc.assert(
    fc.asyncProperty(
      limit,
      limit,
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }),
      async (a, b, rows) => {
        const of = fields({ a, b });
        const file = `a,b\n${rows.map(([x, y]) => `${x},${y}\n`).join('')}`;
        const read = (take: (draft: Draft<Cells>) => void, pass?: (rows: number) => void) =>
          csvRecords(chunked(file, [7, 50]), { schemaId, fields: of }, take, { onSkipped: pass, window: 64 });
        await expectSameVerdicts(read, recordCheck(of, 'csv'));
      },
    ),
    { numRuns: 400 },
  );
});
