/** Items that are scanned as bytes are good, and all others are passed to the reader of text: for any file and cuts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordCheck } from '@cloakroom/ingest/check.ts';
import { jsonRecords } from '@cloakroom/ingest/jsonRecords.ts';
import { expectSameVerdicts as bothWaysAgree } from './support/sameVerdicts.ts';
import { bytesOf, chunked, fields, schemaId } from './support/files.ts';

const of = fields(
  {
    age: { type: 'integer', minimum: -5, maximum: 100 },
    genre: { type: 'string', enum: ['a', 'b"c', 'é', 'д', ' x '] },
    name: { type: 'string' },
    'näme 2': { type: 'string' },
    rating: { type: 'number', minimum: -5, maximum: 5, precision: 3 },
  },
  'age',
  'name',
);
const target = { schemaId, fields: of };
const check = recordCheck(of, 'json');

type Reading = { window: number; lines: boolean; cuts: readonly number[] };

/** Compares both readers; returns the number of scanned items. */
const countScanned = (file: Uint8Array, { window, lines, cuts }: Reading) =>
  bothWaysAgree(
    (take, pass) => jsonRecords(chunked(file, cuts), target, take, { window, lines, onSkipped: pass }),
    check,
  );

/** Values of each member as written: common ones, and edge cases. */
const usual = {
  age: ['7', '42'],
  genre: ['"a"', '"é"'],
  name: ['"Ada"', '"李小龍"'],
  'näme 2': ['"x"', 'null'],
  rating: ['1', '-0.5'],
};
type Name = keyof typeof usual;
const names = Object.keys(usual) as Name[];
const numbers =
  '0 -5 100 101 -6 -0 007 1e1 1.0 1. .5 +3 x 5.000 5.0001 4.9999 99999999999999999999 "7" null'.split(' ');
const texts = [
  '""',
  '"\\""',
  '"}"',
  '"},{"',
  '"\\n\\u00e9"',
  '"\\ud834\\udd1e"',
  '"\\ud834"',
  '"\\uD7ff\\uDBff"',
  '"\\x"',
]
  .concat([
    '"a\tb"',
    '"𝄞"',
    '"\u007f"',
    '" x "',
    '"b\\"c"',
    '"\\u0061"',
    '"\u00a0a"',
    'null',
    'nul',
    'true',
    '7',
    '{}',
    '["}"]',
  ])
  .concat(['"d"', '"\\u12"', '"\\u12g4"', '"\\/"']);
const odd: Record<Name, string[]> = {
  age: numbers,
  genre: texts,
  name: texts,
  'näme 2': texts,
  rating: numbers,
};

const blank = fc.constantFrom('', '', '', '', ' ', '\n', '\t', '\r\n', '\u00a0');
const member = (name: Name) =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...usual[name]).map((value) => `"${name}":${value}`) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(blank, blank, fc.constantFrom(...odd[name], ...usual[name]))
        .map(([before, after, value]) => `"${name}"${before}:${after}${value}`),
    },
    { weight: 1, arbitrary: fc.constant('') },
  );
const ofMembers = (members: readonly string[]) => `{${members.filter(Boolean).join(',')}}`;
const plain = fc.tuple(...names.map(member)).map(ofMembers);
const item = fc.oneof(
  { weight: 30, arbitrary: plain },
  {
    weight: 1,
    arbitrary: fc.shuffledSubarray(names).chain((some) => fc.tuple(...some.map(member)).map(ofMembers)),
  },
  { weight: 1, arbitrary: plain.map((data) => `{"schema":"${schemaId}","data":${data}}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '{}',
      '7',
      '[]',
      '"}"',
      '{"age":7,"name":"x","age":7}',
      '{"age":7,"name":"x","z":1}',
      '{',
    ),
  },
);
const between = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(',', ',\n', ',\r\n  ', ' ,') },
  { weight: 1, arbitrary: fc.constantFrom('', ',,', ' ', ';', ',\u00a0') },
);
const betweenLines = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom('\n', '\r\n', ' \n ', '\n\n') },
  { weight: 1, arbitrary: fc.constantFrom('', ',', ' ', ',\n') },
);
const reading = {
  window: fc.constantFrom(16, 40, 41, 42, 43, 65_536),
  cuts: fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 3 }),
};

/** A list, or one item per line. */
const joined = (items: readonly (readonly [string, string])[], lines: boolean): string => {
  const text = items.map(([each, after], i) => (i === items.length - 1 ? each : each + after)).join('');
  return lines ? text : `[${text}]`;
};

test.each([true, false])('of items in any shape, order and style; one per line: %s', async (lines) => {
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(item, lines ? betweenLines : between), { minLength: 1, maxLength: 12 }),
      reading.window,
      reading.cuts,
      async (items, window, cuts) => {
        passed += await countScanned(bytesOf(joined(items, lines)), { window, lines, cuts });
      },
    ),
    { numRuns: 3000 },
  );
  expect(passed).toBeGreaterThan(2000);
});

test('of long files, in which bytes within an item may look like an item', async () => {
  const inText = '{"age":7,"name":"},{\\"age\\":7},{}}},","rating":1}';
  const longer = fc.oneof(
    {
      weight: 400,
      arbitrary: fc
        .tuple(...names.map((name) => fc.constantFrom(...usual[name])))
        .map((values) => ofMembers(values.map((value, i) => `"${names[i]}":${value}`))),
    },
    { weight: 100, arbitrary: fc.constant(inText) },
    { weight: 1, arbitrary: item },
  );
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(longer, { minLength: 50, maxLength: 200 }),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom(',', ',\n'),
      fc.constantFrom(1000, 100_000, 1_000_000),
      fc.constantFrom(1024, 65_536),
      async (items, times, after, cut, window) => {
        const text = `${items.join(after)}${after}`.repeat(times);
        const file = bytesOf(`[${text}{"age":7,"name":"last"}]`);
        passed += await countScanned(file, { window, lines: false, cuts: [cut] });
      },
    ),
    { numRuns: 40 },
  );
  expect(passed).toBeGreaterThan(10_000);
});

test('of items that have the same error as all before them', async () => {
  for (const fault of ['{"age":7,"name":"x","age":7}', '{"name":"x"}', '{"age":7,"name":"x","z":1}']) {
    const file = bytesOf(`[${`${fault},`.repeat(20)}{"age":7,"name":"x"}]`);
    expect(await countScanned(file, { window: 64, lines: false, cuts: [50] }), fault).toBe(0);
  }
});

test('of bytes that are not UTF-8, in strings and in names', async () => {
  const pieces = [
    [0xff],
    [0xc3],
    [0xc0, 0xaf],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0x80],
    [0x78],
    [0xc3, 0xa9],
  ];
  const name = fc.array(fc.constantFrom(...pieces), { maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(name, { maxLength: 8 }),
      fc.boolean(),
      reading.window,
      reading.cuts,
      async (values, inName, window, cuts) => {
        const items = values.flatMap((bytes) =>
          inName
            ? [...bytesOf(',{"age":7,"n'), ...bytes.flat(), ...bytesOf('ame":"x"}')]
            : [...bytesOf(',{"age":7,"name":"'), ...bytes.flat(), ...bytesOf('"}')],
        );
        const file = new Uint8Array([...bytesOf('[{"age":7,"name":"first"}'), ...items, ...bytesOf(']')]);
        await countScanned(file, { window, lines: false, cuts });
      },
    ),
    { numRuns: 1000 },
  );
});
