/**
 * Rows that are scanned as bytes are good, and all others are passed to the reader of text: for any file, cuts and
 * encoding.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodings, type Encoding } from '@cloakroom/contract/parseOptions.ts';
import { recordCheck } from '@cloakroom/ingest/check.ts';
import { csvRecords } from '@cloakroom/ingest/csvRecords.ts';
import { encodeText, toUtf8 } from '@cloakroom/ingest/encoding.ts';
import { expectSameVerdicts as bothWaysAgree } from './support/sameVerdicts.ts';
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

/** Compares both readers; returns the number of scanned rows. */
const countScanned = (file: Uint8Array, { window, delimiter, encoding, cuts }: Reading) =>
  bothWaysAgree(
    (take, pass) =>
      csvRecords(toUtf8(chunked(file, cuts), encoding), target, take, { window, delimiter, onSkipped: pass }),
    check,
  );

const reading = fc.record({
  window: fc.constantFrom(16, 40, 41, 42, 43, 65_536),
  delimiter: fc.constantFrom(',', ';', '\t'),
  encoding: fc.constantFrom(...encodings),
  cuts: fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 3 }),
});

const blanks = ['', '', '', ' ', '\t', '\u00a0', '\u3000', '\ufeff', '\u2003'];
/** Values of each column: common ones, and edge cases. */
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
        const file = encodeText(text, how.encoding);
        passed += file
          ? await countScanned(file, how)
          : await countScanned(bytesOf(text), { ...how, encoding: 'utf-8' });
      },
    ),
    { numRuns: 3000 },
  );
  expect(passed).toBeGreaterThan(3000);
});

test('of long files, in which bytes within a row may look like a row', async () => {
  const plain = fc.record({
    age: fc.constantFrom(...usual.age),
    genre: fc.constantFrom(...usual.genre),
    name: fc.constantFrom(...usual.name),
    rating: fc.constantFrom(...usual.rating),
  });
  const longer = fc.oneof(
    { weight: 400, arbitrary: plain.map(Object.values<string>) },
    { weight: 100, arbitrary: fc.constant(['7', 'a', '"\n7,a,x,1\n7,a,x,1\n"', '1']) },
    { weight: 1, arbitrary: row },
    { weight: 1, arbitrary: fc.constantFrom(...other) },
  );
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(longer, { minLength: 50, maxLength: 200 }),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom(1000, 100_000, 1_000_000),
      fc.constantFrom(1024, 65_536),
      async (lines, times, cut, window) => {
        const text = lines.map((cells) => `${cells.join(',')}\n`).join('');
        const file = bytesOf(`${Object.keys(usual).join(',')}\n${text.repeat(times)}`);
        passed += await countScanned(file, { window, delimiter: ',', encoding: 'utf-8', cuts: [cut] });
      },
    ),
    { numRuns: 40 },
  );
  expect(passed).toBeGreaterThan(10_000);
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
        await countScanned(file, { ...how, delimiter: ',', encoding: 'utf-8' });
      },
    ),
    { numRuns: 2000 },
  );
});

test('of a file whose only column holds nothing but all kinds of blanks', async () => {
  const only = { schemaId, fields: fields({ name: { type: 'string' } }) };
  for (const blank of [...blanks, '""', '" "', ' ""', 'x']) {
    const file = bytesOf(`name\nstart of the second window\n${blank}\nend\n`);
    const count = async (pass: ((rows: number) => void) | undefined) => {
      let rows = 0;
      const take = () => {
        rows++;
      };
      const options = { window: 8, ...(pass ? { onSkipped: (more: number) => (rows += more) } : {}) };
      for await (const _ of csvRecords(chunked(file), only, take, options));
      return rows;
    };
    expect(await count(() => undefined), JSON.stringify(blank)).toBe(await count(undefined));
  }
});
