/** Generated JSON files of every kind, compared with JSON.parse of the whole text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RowsError } from '@cloakroom/ingest/rowsError.ts';
import { draftsOf, fields } from './support/files.ts';

const of = fields({
  s: { type: 'string' },
  'two words': { type: 'string' },
  n: { type: 'number', minimum: -1e6, maximum: 1e6, precision: 9 },
});
const item = fc.record(
  {
    s: fc.string({ unit: 'binary' }),
    'two words': fc.string({
      unit: fc.constantFrom('"', '\\', '\n', 'é', '𝄞', '{', ']', ',', ' ', '\u0000'),
    }),
    n: fc.integer({ min: -1e9, max: 1e9 }).map((units) => units / 1e6 || 0),
  },
  { requiredKeys: [] },
);

test('any list of items, however spaced and divided, is read as JSON.parse reads it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(undefined, 1, '\t'),
      fc.boolean(),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(1, 4, 65_536),
      async (items, space, wrap, sizes, window) => {
        const file = JSON.stringify(wrap ? items.map((data) => ({ data })) : items, null, space);
        const drafts = await draftsOf(file, of, { sizes, window });
        const nulls = { n: null, s: null, 'two words': null };
        const whole = JSON.parse(file) as object[];
        expect(drafts.map(({ texts }) => texts)).toEqual(
          whole.map((parsed) => {
            const data = ('data' in parsed ? parsed.data : parsed) as { n?: number };
            return { ...nulls, ...data, n: data.n === undefined ? null : String(data.n) };
          }),
        );
        expect(drafts.map(({ row }) => row)).toEqual(items.map((_, index) => index));
        expect(drafts.flatMap(({ problems }) => problems)).toEqual([]);
      },
    ),
    { numRuns: 1500 },
  );
});

/** A text as a JSON string, each character written in one of the ways that JSON has for it. */
const literal = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
        fc.constantFrom(...Array.from('"\\/\b\f\n\r\t\0\u007F\u0080\u2028\u2029\uFEFF\uFFFF]}{[:,é€𝄞')),
      ),
      fc.nat(2),
    ),
    { maxLength: 12 },
  )
  .map((characters) => characters.map(([character, way]) => escapedIn(character, way)).join(''))
  .map((text) => `"${text}"`);
/** @param way - 0: as short as possible; 1 and 2: by number, in lower or upper case. */
function escapedIn(character: string, way: number): string {
  if (way === 0) return character === '/' ? '\\/' : JSON.stringify(character).slice(1, -1);
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at).toString(16));
  return units.map((unit) => `\\u${(way === 1 ? unit : unit.toUpperCase()).padStart(4, '0')}`).join('');
}
const numeral = fc.stringMatching(/^-?(0|[1-9]\d{0,6})(\.\d{1,6})?([eE][+-]?\d{1,2})?$/);

test('any text and any number keep their value, however they are written and divided', async () => {
  const place = fc.constantFrom(['', ''], [' \t\r\n', '\n\r\t '], ['[', ']'], ['[{"n":1},', ' , {"s":"y"}]']);
  await fc.assert(
    fc.asyncProperty(literal, numeral, place, fc.constantFrom(1, 2, 3, 7, 65_536), async (s, n, [before, after], window) => {
      const file = `${before}{"s":${s},"n": ${n}\n}${after}`;
      const drafts = await draftsOf(file, of, { sizes: window, window });
      const parsed = [JSON.parse(file) as { s?: string } | { s?: string }[]].flat();
      expect(drafts.map(({ texts }) => texts.s)).toEqual(parsed.map((one) => one.s ?? null));
      expect(drafts.map(({ texts }) => texts.n)).toContain(n);
      expect(drafts.flatMap(({ problems }) => problems)).toEqual([]);
    }),
    { numRuns: 2000 },
  ); // prettier-ignore
});

test('what JSON.parse refuses is refused, and what it reads is read', async () => {
  const usual = fc.constantFrom(
    ...'{ } [ ] "a" "a": : , 1 - 0 null true " \\ {"a":"x"}'.split(' '),
    ' ',
    '\n',
  );
  const odd = fc.constantFrom(
    ...'.5 1. 01 +1 0x10 e1 1e 1e+ - tru nul True NaN Infinity -Infinity undefined b "b a: \'a\' // [1,] [} {] {"b"1} {"b"}'.split(' '),
    ...['"\t"', '"\n"', '"\0"', '"\\\n"', '"\\x"', '"\\u12"', '\t', '\0', '\u00a0', '\uFEFF', '1}}', '1} x', '1,', '1 "c":2'],
  ); // prettier-ignore
  const letter = fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: odd });
  const texts = fc.oneof(
    { weight: 2, arbitrary: fc.array(letter, { minLength: 1, maxLength: 10 }).map((all) => all.join('')) },
    { weight: 2, arbitrary: fc.array(letter, { maxLength: 5 }).map((all) => `[{"a":${all.join('')}}]`) },
    { weight: 1, arbitrary: odd.map((value) => `{"a":${value}}`) },
  );
  let parsed = 0;
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom(1, 65_536), async (text, window) => {
      const whole = attempt(text);
      const readable = typeof whole === 'object' && whole !== null;
      const reading = draftsOf(text, fields({ a: { type: 'string' } }), { sizes: window, window });
      const drafts = await reading.catch((error: unknown) => error as RowsError);
      if (!readable && isBlank(text)) expect(drafts).toMatchObject({ code: 'empty' });
      else if (!readable) {
        expect(drafts).toMatchObject({ code: 'invalid-json', message: invalid });
        expect((drafts as RowsError).detail).toMatch(
          /^Expected .* \((item \[\d+\], )?line \d+, character \d+\)\.$/,
        );
      } else {
        parsed++;
        expect(drafts).toHaveLength(Array.isArray(whole) ? whole.length : 1);
      }
    }),
    { numRuns: 8000 },
  );
  expect(parsed).toBeGreaterThan(100);
});

const invalid = 'Invalid JSON object, please check file format or select a different file.';
/** Nothing but a byte-order mark and the blanks of JSON. */
const isBlank = (text: string) => /^\uFEFF?[ \t\r\n]*$/.test(text);

function attempt(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
