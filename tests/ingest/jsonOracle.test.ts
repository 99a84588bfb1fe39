/** Generated JSON files of every kind, compared with JSON.parse of the whole text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
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

test('any list of items, however spaced and cut, is read as JSON.parse reads it', async () => {
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

test('what JSON.parse refuses is refused, and what it reads is read', async () => {
  const letters = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"a"',
    '"a":',
    ':',
    ',',
    '1',
    '-',
    '0',
    '.5',
    'e1',
    'null',
    'true',
    '"',
    '\\',
    ' ',
    '\n',
    '{"a":"x"}',
  );
  const texts = fc.oneof(
    fc.array(letters, { minLength: 1, maxLength: 10 }).map((parts) => parts.join('')),
    fc.array(letters, { maxLength: 5 }).map((parts) => `[{"a":${parts.join('')}}]`),
  );
  let parsed = 0;
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom(1, 65_536), async (text, window) => {
      const whole = attempt(text);
      const readable = typeof whole === 'object' && whole !== null;
      const reading = draftsOf(text, fields({ a: { type: 'string' } }), { sizes: window, window });
      const drafts = await reading.catch((error: unknown) => (error as { code: string }).code);
      if (!readable) expect(drafts).toBe(text.trim() === '' ? 'empty' : 'invalid-json');
      else {
        parsed++;
        expect(drafts).toHaveLength(Array.isArray(whole) ? whole.length : 1);
      }
    }),
    { numRuns: 5000 },
  );
  expect(parsed).toBeGreaterThan(100);
});

function attempt(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
