/** Rows that are passed over as bytes are good, and all others are left to the reader of text: whatever the file, its cuts and its encoding. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodings, type Encoding } from '#contract/reading.ts';
import { recordCheck } from '#rows/check.ts';
import { csvRecords } from '#rows/csvRecords.ts';
import { encoded, inUtf8 } from '#rows/encoding.ts';
import { RowsError } from '#rows/rowsError.ts';
import { bytesOf, chunked, fields, schemaId } from './support/files.ts';

const of = fields(
  {
    age: { type: 'integer', minimum: -5, maximum: 100 },
    genre: { type: 'string', enum: ['a', 'b""c', 'é', 'д'] },
    name: { type: 'string' },
    rating: { type: 'number', minimum: -5, maximum: 5, precision: 3 },
  },
  'age',
  'name',
);
const target = { schemaId, fields: of };
const check = recordCheck(of, 'csv');

type Reading = { window: number; delimiter: string; encoding: Encoding; cuts: readonly number[] };

/** Every row in order: `true` where it was passed over, else what the check says of it; at last the refusal of the file. */
async function verdictsOf(file: Uint8Array, { window, delimiter, encoding, cuts }: Reading, skim: boolean) {
  const verdicts: unknown[] = [];
  const pass = (rows: number) => verdicts.push(...new Array<boolean>(rows).fill(true));
  const options = { window, delimiter, ...(skim ? { pass } : {}) };
  const chunks = inUtf8(chunked(file, cuts), encoding);
  try {
    for await (const _ of csvRecords(chunks, target, (draft) => verdicts.push(check(draft)), options));
  } catch (error) {
    if (!(error instanceof RowsError)) throw error;
    verdicts.push(error.code, error.message);
  }
  return verdicts;
}

/** Hold both ways of reading against each other; gives how many rows were passed over. */
async function bothAgree(file: Uint8Array, reading: Reading): Promise<number> {
  const skimmed = await verdictsOf(file, reading, true);
  const read = await verdictsOf(file, reading, false);
  // A file that is refused for its bytes may be so before or after its last good rows were seen.
  if (skimmed.includes('not-utf8') || read.includes('not-utf8')) {
    expect(skimmed.slice(-2)).toEqual(read.slice(-2));
    return 0;
  }
  const isGood = (verdict: unknown) => typeof verdict === 'object' && !Array.isArray(verdict);
  expect(skimmed).toEqual(
    read.map((verdict, i) => (skimmed[i] === true && isGood(verdict) ? true : verdict)),
  );
  return skimmed.filter((verdict) => verdict === true).length;
}

const reading = fc.record({
  window: fc.constantFrom(16, 40, 41, 42, 43, 65_536),
  delimiter: fc.constantFrom(',', ';', '\t'),
  encoding: fc.constantFrom(...encodings),
  cuts: fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 3 }),
});

const blanks = ['', '', '', ' ', '\t', '\u00a0', '\u3000', '\ufeff', '\u2003'];
/** Of each column: what is usual, and what takes some thought. */
const usual = { age: ['7', '42'], genre: ['a', 'é'], name: ['Ada', '李小龍'], rating: ['1', '-0.5'] };
const odd = {
  age: '0 -5 100 101 -6 -0 007 1e1 1.0 1. .5 +3 x 99999999999999999999'.split(' ').concat(''),
  genre: ['b"c', 'b""c', 'д', 'd', ''],
  name: ['', '"', '"quoted"', 'two\nlines', 'a\r\nb', 'Zoë', '𝄞', 'x,y;z\tw', '\u0000', '\r'],
  rating: '0 -5 5 5.000 5.0001 1.50 4.9999 -0.001 0.0'.split(' ').concat('', '1 2'),
};
const oddly = (list: string[]) =>
  fc
    .tuple(fc.constantFrom(...blanks), fc.constantFrom(...list), fc.constantFrom(...blanks), fc.nat(3))
    .map(([before, text, after, style]) => {
      const quoted = `"${`${before}${text}${after}`.replaceAll('"', '""')}"`;
      if (style === 0) return `${quoted}${after}`;
      return style === 1 || /[",;\t\r\n]/.test(text) ? quoted : before + text + after;
    });
const row = fc.tuple(
  ...(['age', 'genre', 'name', 'rating'] as const).map((name) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...usual[name]) },
      { weight: 1, arbitrary: oddly(odd[name].concat(usual[name])) },
    ),
  ),
);
const other = [
  [''],
  ['  '],
  ['\u00a0'],
  ['""'],
  ['7', 'a', 'x'],
  ['7', 'a', 'x', '1', ''],
  ['7', 'a', 'x', '1', '', ''],
];
const broken = fc.array(fc.constantFrom('"', 'a', '7', ' "', '"x"y', '\n'), { maxLength: 5 });
const line = fc.oneof(
  { weight: 60, arbitrary: row },
  { weight: 6, arbitrary: fc.constantFrom(...other) },
  { weight: 1, arbitrary: broken },
);

test('of tables in any encoding, quoted and padded in any way', async () => {
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 12 }),
      reading,
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.boolean(),
      async (lines, how, newline, linked) => {
        const { delimiter } = how;
        const header = [...Object.keys(usual), ...(linked ? [`schema_id:${schemaId}`] : [])];
        const text = [header, ...lines].map((cells) => cells.join(delimiter)).join(newline) + newline;
        const file = encoded(text, how.encoding);
        passed += file
          ? await bothAgree(file, how)
          : await bothAgree(bytesOf(text), { ...how, encoding: 'utf-8' });
      },
    ),
    { numRuns: 3000 },
  );
  expect(passed).toBeGreaterThan(3000);
});

test('of bytes that are not UTF-8, wherever they are', async () => {
  const wrong = [
    [0xff],
    [0xc3],
    [0xc0, 0xaf],
    [0xe0, 0x80, 0x80],
    [0xed, 0xa0, 0x80],
    [0xf0, 0x80, 0x80, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xe2, 0x82],
    [0x80],
  ];
  const good = ['é', '\u07ff', '\u0800', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}'].map(
    (letter) => [...bytesOf(letter)],
  );
  const pieces = [...good, ...good, ...good, ...wrong, [0x78]];
  const name = fc.array(fc.constantFrom(...pieces), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(name, fc.boolean()), { maxLength: 8 }),
      reading,
      async (names, how) => {
        const rows = names.flatMap(([bytes, quoted]) =>
          quoted
            ? [...bytesOf('7,a,"'), ...bytes.flat(), ...bytesOf('",1\n')]
            : [...bytesOf('7,a,'), ...bytes.flat(), ...bytesOf(',1\n')],
        );
        const file = new Uint8Array([...bytesOf('age,genre,name,rating\n7,a,b,1\n'), ...rows]);
        await bothAgree(file, { ...how, delimiter: ',', encoding: 'utf-8' });
      },
    ),
    { numRuns: 2000 },
  );
});

test('of a file whose only column holds nothing but blanks of every kind', async () => {
  const only = { schemaId, fields: fields({ name: { type: 'string' } }) };
  for (const blank of [...blanks, '""', '" "', ' ""', 'x']) {
    const file = bytesOf(`name\nstart of the second window\n${blank}\nend\n`);
    const count = async (pass: ((rows: number) => void) | undefined) => {
      let rows = 0;
      const take = () => {
        rows++;
      };
      const options = { window: 8, ...(pass ? { pass: (more: number) => (rows += more) } : {}) };
      for await (const _ of csvRecords(chunked(file), only, take, options));
      return rows;
    };
    expect(await count(() => undefined), JSON.stringify(blank)).toBe(await count(undefined));
  }
});
