/**
 * One small document for each feature of JSON, and where parsers differ, compared with JSON.parse, whole and cut
 * everywhere.
 */
import { describe, expect, test } from 'vitest';
import { draftsOf, fields, readAll, refusal, texts } from './support/files.ts';

const windows = [1, 2, 3, 7, 65_536];
const text = texts('a');

describe('a text may hold', () => {
  test.each([
    ['nothing', '""'],
    ['every short escape', String.raw`"\"\\\/\b\f\n\r\t"`],
    ['escapes by number, in capitals or not', String.raw`"\u0060\u012a\u12AB\uabcD"`],
    ['an escaped zero', String.raw`"\u0000"`],
    ['an escaped backslash before what would be an escape', String.raw`"\\u0041\\n"`],
    ['an escaped pair of halves', String.raw`"\uD801\udc37"`],
    ['two escaped pairs', String.raw`"\ud83d\ude39\ud83d\udc8d"`],
    ['an escaped non-character', String.raw`"\uFFFF\uDBFF\uDFFF"`],
    ['an escaped line separator', String.raw`"\u2028\u2029"`],
    ['a line separator as it is', '"\u2028\u2029"'],
    ['letters of every length', '"\u007F\u0080é€\uFFFF𝄞\u{10FFFF}"'],
    ['a byte-order mark inside', '"\uFEFFx"'],
    ['brackets, braces, colons and commas', '"]}{[:,"'],
    ['what looks like a comment', '"/* no */ // no"'],
    ['what looks like a word or a number', '"null 1e5 true"'],
    ['blanks at its ends, which stay', '"  x\u00A0"'],
  ])('%s', async (_, written) => {
    for (const window of windows)
      for (const [before, after] of [
        ['', ''],
        [' \t\r\n', '\n\r\t '],
        ['[', ']'],
        ['[{"a":"x"},', ',{"a":"y"}]'],
      ]) {
        const file = `${before ?? ''}{"a":${written}}${after ?? ''}`;
        const items = [JSON.parse(file) as { a: string } | { a: string }[]].flat();
        const drafts = await draftsOf(file, text, { sizes: window, window });
        expect(drafts.map(({ texts: { a } }) => a)).toEqual(items.map(({ a }) => a));
        expect(drafts.flatMap(({ problems }) => problems)).toEqual([]);
      }
  });
});

describe('a number may be written', () => {
  const of = fields({ a: { type: 'number', minimum: -1e6, maximum: 1e6, precision: 6 } });
  test.each([
    '0',
    '7',
    '-7',
    '10',
    '0.5',
    '-0.5',
    '0.000001',
    '123.456',
    '1e2',
    '1E2',
    '1e+2',
    '1E-2',
    '0e1',
    '0E+1',
    '0e-1',
    '1.5e3',
    '10.00',
    '-1.0e-1',
    '999999.999999',
    '1000000',
  ])('%s', async (written) => {
    for (const window of windows)
      for (const [before, after] of [
        ['{"a":', '}'],
        ['[{"a": ', '\n}]'],
        ['{"a":', ',"a2":1}'],
      ]) {
        const file = `${before ?? ''}${written}${after ?? ''}`;
        const [item] = await draftsOf(file, of, { sizes: window, window });
        expect(item?.texts.a).toBe(written);
      }
    const { records, problems } = await readAll(`{"a":${written}}`, 'json', of);
    expect(problems).toEqual([]);
    expect(Number(records[0]?.a)).toBe(JSON.parse(written));
  });
});

describe('where parsers differ', () => {
  test.each([
    ['half of a pair', String.raw`{"a":"\uD800"}`],
    ['the other half', String.raw`{"a":"\uDC00"}`],
    ['halves in the wrong order', String.raw`{"a":"\uDc00\ud800"}`],
    ['half of a pair before an escape', String.raw`{"a":"\uD800\n"}`],
    ['half of a pair before a letter', String.raw`{"a":"x\uD800y"}`],
  ])('%s is its row’s error: no file could represent it', async (_, file) => {
    for (const size of windows)
      expect((await readAll(file, 'json', text, size)).problems).toEqual([
        '[0] a: holds half of a character, which no file can keep.',
      ]);
  });

  test.each([
    [
      'a name twice, whatever JSON.parse would take',
      '{"a":"x","a":"y"}',
      '[0] a: appears more than once in this record.',
    ],
    [
      'a name twice, once escaped',
      String.raw`{"a":"x","\u0061":"y"}`,
      '[0] a: appears more than once in this record.',
    ],
    ['a list where a text should be', '{"a":[[],{}]}', '[0] a: a list is neither text nor a number.'],
    ['a name that objects inherit', '{"__proto__":"x"}', '[0] __proto__: is not a field of this schema.'],
    ['an empty name', '{"":"x"}', '[0] : is not a field of this schema.'],
  ])('%s is its row’s error', async (_, file, problem) => {
    for (const size of windows) expect((await readAll(file, 'json', text, size)).problems).toEqual([problem]);
  });

  test.each<[string, number[]]>([
    ['a byte that begins nothing', [0xff]],
    ['a letter that goes on from nothing', [0x81]],
    ['a letter that is cut short', [0xe0, 0xff]],
    ['a letter written too long', [0xc0, 0xaf]],
    ['a letter written much too long', [0xfc, 0x83, 0xbf, 0xbf, 0xbf, 0xbf]],
    ['a half of a pair as bytes', [0xed, 0xa0, 0x80]],
    ['a letter beyond the last one', [0xf4, 0xbf, 0xbf, 0xbf]],
  ])('%s is not UTF-8', async (_, bytes) => {
    const [before, after] = [Buffer.from('[{"a":"x"},{"a":"'), Buffer.from('"}]')];
    for (const window of windows) {
      const file = Buffer.concat([before, Buffer.from(bytes), after]);
      expect((await refusal(draftsOf(file, text, { sizes: window, window }))).code).toBe('not-utf8');
    }
  });
});
