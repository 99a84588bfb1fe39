/** The page validates rows in place, the proxy copies them out: both must agree on every file. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldsOf, JsonSchema } from '@cloakroom/contract/fields.ts';
import { CsvLine } from '@cloakroom/ingest/csvLine.ts';
import type { Format } from '@cloakroom/ingest/format.ts';
import { readRecords, type Batch } from '@cloakroom/ingest/readRecords.ts';
import { chunked, fields, schemaId } from './support/files.ts';

const of = fields(
  {
    name: { type: 'string' },
    genre: { type: 'string', enum: ['a', 'b"c', 'é'] },
    age: { type: 'integer', minimum: -5, maximum: 100 },
    rating: { type: 'number', minimum: -5, maximum: 5, precision: 3 },
  },
  'name',
  'age',
);

const half = '\ud800';
const words = fc.oneof(
  fc.constantFrom('', 'a', 'b"c', 'é', '𝄞', ' x ', 'two\nlines', '"', half, `x${half}`, '\\'),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
);
const numbers = fc.oneof(
  fc.constantFrom('', ...'0 -0 -0.0 1.50 5.000 5.0001 100 100.0 1e1 +3 007 .5 2. - x'.split(' ')),
  fc.integer({ min: -10, max: 110 }).map(String),
  fc.integer({ min: -6000, max: 6000 }).map((units) => String(units / 1000)),
);

async function verdictOf(file: string, format: Format, checkOnly: boolean, sizes: readonly number[]) {
  let last: Batch | undefined;
  let accepted = 0;
  for await (const batch of readRecords({
    chunks: chunked(file, sizes),
    format,
    fields: of,
    schemaId,
    checkOnly,
  })) {
    last = batch;
    accepted += batch.records.length;
  }
  if (!last) throw new Error('No batch came.');
  const { rows, problems } = last;
  return {
    kept: accepted,
    verdict: { rows, bad: problems.rows, count: problems.count, first: problems.first },
  };
}

async function bothAgree(file: string, format: Format, sizes: readonly number[]) {
  const [looked, copied] = [
    await verdictOf(file, format, true, sizes),
    await verdictOf(file, format, false, [65_536]),
  ];
  expect(looked.verdict).toEqual(copied.verdict);
  expect(looked.kept).toBe(0);
  expect(copied.kept).toBe(copied.verdict.rows - copied.verdict.bad);
}

const row = fc.record({
  name: words,
  genre: fc.constantFrom('a', 'b"c', 'é', 'd', ''),
  age: numbers,
  rating: numbers,
});
const rows = fc.array(row, { minLength: 1, maxLength: 6 });
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 });

test('both agree on any CSV file', async () => {
  const written = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  await fc.assert(
    fc.asyncProperty(rows, sizes, async (all, cuts) => {
      const lines = all.map((each) => [each.name, each.genre, each.age, each.rating].map(written).join(','));
      await bothAgree(`name,genre,age,rating\n${lines.join('\n')}\n`, 'csv', cuts);
    }),
    { numRuns: 1000 },
  );
});

test('both agree on any JSON file', async () => {
  const numeral = /^-?(0|[1-9]\d*)(\.\d+)?(e\d+)?$/;
  const written = (text: string) => (numeral.test(text) ? text : JSON.stringify(text));
  await fc.assert(
    fc.asyncProperty(rows, sizes, fc.boolean(), async (all, cuts, wrap) => {
      const items = all.map(({ name, genre, age, rating }) => {
        const item = `{"name":${JSON.stringify(name)},"genre":${JSON.stringify(genre)},"age":${written(age)},"rating":${written(rating)}}`;
        return wrap ? `{"data":${item}}` : item;
      });
      await bothAgree(`[${items.join(',')}]`, 'json', cuts);
    }),
    { numRuns: 1000 },
  );
});

test('the characters trimmed from a cell are those that String.trim removes', () => {
  for (let code = 0; code < 0x10000; code++) {
    const letter = String.fromCharCode(code);
    if (['"', ',', '\n'].includes(letter)) continue;
    const line = new CsvLine(',');
    line.read(`${letter}x${letter},"${letter}"\n`, 0, 10);
    expect(line.copies()).toEqual([`${letter}x${letter}`.trim(), letter.trim()]);
  }
});

test('a schema cannot have a field name that plain objects would lose', () => {
  const definition = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"},"a":{"type":"string"}}}',
  ) as unknown;
  const parsed = JsonSchema.safeParse(definition);
  expect(parsed.error?.issues).toMatchObject([
    { path: ['properties'], message: '"__proto__" cannot be the name of a property' },
  ]);
  expect(
    fieldsOf(JsonSchema.parse({ type: 'object', properties: { constructor: { type: 'string' } } })),
  ).toMatchObject([{ name: 'constructor' }]);
});
