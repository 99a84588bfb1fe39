/** Cells of CSV files, compared with csv-spectrum and with what Papa reads from the whole text. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { readCsvLines } from '@cloakroom/ingest/csv.ts';
import type { Chunks } from '@cloakroom/ingest/decode.ts';
import { chunked, collect, refusal } from './support/files.ts';

/** The rows of a file, each with the line on which it starts. */
async function* readCsv(chunks: Chunks, options: Parameters<typeof readCsvLines>[2] = {}) {
  let rows: { line: number; cells: string[] }[] = [];
  const lines = readCsvLines(chunks, (row) => rows.push({ line: row.line, cells: row.copies() }), options);
  for await (const _ of lines) {
    yield rows;
    rows = [];
  }
}

const spectrum = join(import.meta.dirname, '../fixtures/csv-spectrum');
const cellsOf = async (file: string | Uint8Array, sizes: number | number[] = 65_536, window = 65_536) =>
  (await collect(readCsv(chunked(file, sizes), { window }))).map(({ cells }) => cells);

describe('csv-spectrum', () => {
  const names = readdirSync(join(spectrum, 'csvs')).map((name) => name.replace('.csv', ''));

  test.each(names.filter((name) => name !== 'location_coordinates'))(
    '%s has the expected cells',
    async (name) => {
      const file = readFileSync(join(spectrum, 'csvs', `${name}.csv`));
      const expected = JSON.parse(readFileSync(join(spectrum, 'json', `${name}.json`), 'utf8')) as object[];
      for (const size of [1, 7, 65_536]) {
        const [header = [], ...rows] = await cellsOf(file, size, size);
        const read = rows.map((cells) => Object.fromEntries(header.map((column, i) => [column, cells[i]])));
        const trimmed = expected.map((row) =>
          Object.fromEntries(Object.entries(row).map(([key, value]) => [key, String(value).trim()])),
        );
        expect(read).toEqual(trimmed);
      }
    },
  );

  test('location_coordinates is read unchanged, without its degree signs, which the published file lacks', async () => {
    const [, row] = await cellsOf(readFileSync(join(spectrum, 'csvs/location_coordinates.csv')));
    expect(row).toEqual(['2095257564', '37\uFFFD36\'37.8"N 121\uFFFD2\'17.9"W', 'Modesto', 'Stanislaus']);
  });

  test('the same file in Latin-1 is refused with the byte and line of its first degree sign', async () => {
    const file = readFileSync(join(spectrum, 'csvs/location_coordinates.csv'), 'utf8');
    const latin = Buffer.from(file.replaceAll('\uFFFD', '°'), 'latin1');
    for (const size of [1, 5, 65_536]) {
      const error = await refusal(readCsv(chunked(latin, size), { window: size }));
      expect(error.code).toBe('not-utf8');
      const [, byte = '', line = ''] = /Byte (\d+) \(line (\d+)\)/.exec(error.message) ?? [];
      // The decoder rejects either the byte itself or the following one that is no continuation.
      expect([latin.indexOf(0xb0) + 1, latin.indexOf(0xb0) + 2]).toContain(Number(byte));
      expect(line).toBe('2');
    }
  });
});

const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.string({
    unit: fc.constantFrom('"', '"', ',', ';', '\n', '\r', '\r\n', ' ', '\t', 'é', '€', '𝄞', '\u{10FFFF}', 'x', '\\', '\u0000', '\u0085', '\u00A0', '\u2028', '\u3000', '\uFEFF'),
    maxLength: 6,
  }), // prettier-ignore
);
const newline = fc.constantFrom('\n', '\r\n', '\r');
const needsQuotes = /[",\r\n]|^$/;
const table = fc.integer({ min: 1, max: 5 }).chain((width) =>
  fc.record({
    rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
    newline,
    alwaysQuote: fc.boolean(),
    emptyLines: fc.array(fc.tuple(fc.nat(8), fc.constantFrom('', '   ', '\t')), { maxLength: 3 }),
    lastNewline: fc.boolean(),
    mark: fc.boolean(),
    sizes: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
    window: fc.constantFrom(1, 2, 5, 65_536),
  }),
);

test('any table, however quoted, terminated and divided, is read as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(
      table,
      async ({ rows, newline, alwaysQuote, emptyLines, lastNewline, mark, sizes, window }) => {
        const written = (text: string) => {
          // In a file with \r line endings a bare \n is distinguishable only inside quotes, and vice versa.
          const quotes = alwaysQuote || needsQuotes.test(text.trim()) || needsQuotes.test(text);
          return quotes ? `"${text.replaceAll('"', '""')}"` : text;
        };
        const lines = rows.map((row) => row.map(written).join(','));
        for (const [at, blank] of emptyLines) if (at < lines.length) lines.splice(at, 0, blank);
        const file = (mark ? '\uFEFF' : '') + lines.join(newline) + (lastNewline ? newline : '');
        expect(await cellsOf(file, sizes, window)).toEqual(rows.map((row) => row.map((text) => text.trim())));
      },
    ),
    { numRuns: 1500 },
  );
});

test('any text that Papa reads completely without an error gives the same cells in pieces', async () => {
  const letters = fc.constantFrom('"', '"', ',', ',', '\n', '\n', '\r\n', 'a', 'b', ' ', 'é');
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(letters, { minLength: 1, maxLength: 40 }).map((parts) => parts.join('')),
      fc.constantFrom(1, 3, 65_536),
      async (text, size) => {
        const whole = Papa.parse<string[]>(`${text}\n`, {
          delimiter: ',',
          newline: '\n',
          transform: (value) => value.trim(),
        });
        if (whole.errors.length > 0) {
          expect((await refusal(readCsv(chunked(text, size), { window: size }))).code).toBe('invalid-csv');
          return;
        }
        compared++;
        const blank = (cells: string[]) => cells.length === 1 && cells[0] === '';
        const read = await cellsOf(text, size, size);
        expect(read.filter((cells) => !blank(cells))).toEqual(whole.data.filter((cells) => !blank(cells)));
      },
    ),
    { numRuns: 3000 },
  );
  expect(compared).toBeGreaterThan(500);
});

test('a row is numbered by the line on which it starts', async () => {
  const file = 'a,b\r\n\r\n1,"two\r\nlines"\r\n  \r\n"3",4\r\n5,6';
  for (const window of [1, 4, 65_536])
    expect((await collect(readCsv(chunked(file, window), { window }))).map(({ line }) => line)).toEqual([
      1, 3, 6, 7,
    ]);
});

test('a line of two quotes is an empty value, and an empty line is skipped', async () => {
  expect(await cellsOf('word\n""\n\nx\n')).toEqual([['word'], [''], ['x']]);
});

test('another delimiter can be set', async () => {
  const rows = await collect(readCsv(chunked('a\tb\n"1\t2"\t3\n'), { delimiter: '\t' }));
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['a', 'b'],
    ['1\t2', '3'],
  ]);
});

describe('a broken file is refused with the position of the fault', () => {
  test.each([
    [
      'text after a closing quote',
      'a,b\n1,2\n"x"y,2\n3,4\n',
      'Line 3: a closing quote is followed by more text',
    ],
    ['a quote that never closes', 'a,b\n1,2\n1,"x\n3,4\n', 'line 3 opens a quote that never closes'],
    ['two kinds of line endings', 'a,b\r1,2\r\n3,4\r', 'mixes two kinds of line endings'],
  ])('%s', async (_, file, message) => {
    for (const window of [1, 65_536]) {
      const error = await refusal(readCsv(chunked(file, window), { window }));
      expect(error).toMatchObject({ code: 'invalid-csv' });
      expect(error.message).toContain(message);
    }
  });

  test('bytes that are not UTF-8 are refused, wherever the chunks end', async () => {
    const good = new TextEncoder().encode('name\nZoë €\n𝄞');
    for (const size of [1, 2, 3, 65_536])
      for (const bad of [[0xff], [0xc3, 0x28], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xc0, 0xaf]]) {
        const error = await refusal(
          readCsv(chunked(new Uint8Array([...good, ...bad, 0x0a, 0x41]), size), { window: size }),
        );
        expect(error.code).toBe('not-utf8');
        const named = Number(/Byte (\d+) \(line 3\)/.exec(error.message)?.[1]);
        expect(named).toBeGreaterThan(good.length);
        expect(named).toBeLessThanOrEqual(good.length + bad.length + 1);
      }
  });

  test('a file that ends inside a character is refused', async () => {
    const cut = new TextEncoder().encode('name\n€').subarray(0, -1);
    expect((await refusal(readCsv(chunked(cut)))).code).toBe('not-utf8');
  });
});
