/** Validates values against a schema: exact types, exact numbers, reasons as messages. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalOf, readDecimal, unitsAt } from '@cloakroom/contract/decimal.ts';
import { stepOf, type NumberField } from '@cloakroom/contract/fields.ts';
import { recordCheck } from '@cloakroom/ingest/check.ts';
import type { RawValue } from '@cloakroom/ingest/draft.ts';
import { numberReader } from '@cloakroom/ingest/number.ts';
import { Problems } from '@cloakroom/ingest/problems.ts';
import { fields } from './support/files.ts';

const check = (property: object, value: RawValue | undefined, ...required: string[]) =>
  recordCheck(
    fields({ f: property }, ...required),
    'csv',
  )({
    row: 7,
    values: { value: () => value },
    problems: [],
    written: () => [],
  });
const text = (text: string): RawValue => ({ type: 's', text });
const number = (text: string): RawValue => ({ type: 'n', text });

const rating = { type: 'number', minimum: -5, maximum: 5 };
const coarse = { ...rating, precision: 1 };
const age = { type: 'integer', minimum: 1, maximum: 100 };
const genre = { type: 'string', enum: ['A', 'B', 'C', 'D', 'E', 'F', 'G'] };

describe('a bad value is named with its field and a reason', () => {
  test.each<[object, RawValue | undefined, string]>([
    [age, number('130'), 'f: 130 is above the maximum of 100.'],
    [age, number('0'), 'f: 0 is below the minimum of 1.'],
    [age, number('100.5'), 'f: 100.5 is above the maximum of 100.'],
    [age, number('3.5'), 'f: 3.5 is not a whole number.'],
    [rating, number('3.14159'), 'f: 3.14159 has more than 2 decimals.'],
    [coarse, number('3.14'), 'f: 3.14 has more than 1 decimal.'],
    [rating, number('-5.001'), 'f: -5.001 is below the minimum of -5.'],
    [age, number('abc'), 'f: "abc" is not a number.'],
    [age, number('1,000'), 'f: "1,000" is not a number.'],
    [age, number('1'.repeat(500)), `f: ${'1'.repeat(59)}… has too many digits.`],
    [age, text('36'), 'f: "36" is text, not a number.'],
    [genre, number('5'), 'f: 5 is a number, not text.'],
    [genre, text('Foo'), 'f: "Foo" is not one of the allowed values: "A", "B", "C", "D", "E" and 2 more.'],
    [
      genre,
      text('a "b"\n'),
      'f: "a \\"b\\"\\n" is not one of the allowed values: "A", "B", "C", "D", "E" and 2 more.',
    ],
    [genre, { type: 'other', what: 'a list' }, 'f: a list is neither text nor a number.'],
    [genre, undefined, 'f: required, but missing.'],
  ])('%j %j', (property, value, message) => {
    expect(check(property, value, 'f')).toMatchObject([{ row: '7', field: 'f', message }]);
  });

  test('with the value itself, truncated', () => {
    expect(check(age, number('130'))).toMatchObject([{ value: '130' }]);
    expect(check(genre, text('x'.repeat(1000)))).toMatchObject([{ value: `${'x'.repeat(59)}…` }]);
  });
});

test('an absent optional value stays absent; an empty string is present', () => {
  expect(check(age, undefined)).toEqual({ row: 7, values: [undefined] });
  expect(check({ type: 'string' }, text(''))).toEqual({ row: 7, values: [{ type: 's', text: '' }] });
});

test('numbers have one canonical form, however they were written', () => {
  for (const [property, written, plain, step] of [
    [age, '1.0', '1', 0],
    [age, '+36', '36', 35],
    [age, '1e2', '100', 99],
    [rating, '-0.50', '-0.5', 450],
    [rating, '.5', '0.5', 550],
    [rating, '2.', '2', 700],
    [rating, '007e-2', '0.07', 507],
    [rating, '0.00', '0', 500],
  ] as const)
    expect(check(property, number(written))).toEqual({ row: 7, values: [{ type: 'n', text: plain, step }] });
});

const numberField = fc
  .record({
    precision: fc.integer({ min: 0, max: 15 }),
    least: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
    span: fc.bigInt({ min: 1n, max: 2n ** 53n - 1n }),
  })
  .map(({ precision, least, span }): NumberField => {
    const [minimum, maximum] = [Number(least), Number(least + span)].map((units) => units / 10 ** precision);
    return {
      name: 'f',
      type: 'number',
      required: false,
      minimum: minimum ?? 0,
      maximum: maximum ?? 1,
      precision,
    };
  })
  .filter(({ minimum, maximum, precision }) => {
    const [from, to] = [unitsAt(decimalOf(minimum), precision), unitsAt(decimalOf(maximum), precision)];
    return from.exact && to.exact && to.units > from.units && to.units - from.units < 2n ** 53n;
  });
const written = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer().map(String),
  fc
    .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.nat(6))
    .map(([units, scale]) => `${units}e-${scale}`),
  fc
    .tuple(fc.integer({ min: -99999, max: 99999 }), fc.stringMatching(/^\d{0,8}$/))
    .map(([whole, part]) => `${whole}.${part}`),
);

test('the fast path to a step equals the exact one', () => {
  let good = 0;
  fc.assert(
    fc.property(numberField, written, (field, any) => {
      for (const text of [any, String(field.minimum), String(field.maximum)]) {
        const read = numberReader(field)(text);
        const value = readDecimal(text);
        if (!value || Object.is(Number(text), -0)) {
          expect(read).toBeTypeOf('string');
          return;
        }
        const { step, exact } = stepOf(field, value);
        const { step: last } = stepOf(field, decimalOf(field.maximum));
        if (!exact || step < 0n || step > last) expect(read).toBeTypeOf('string');
        else if (typeof read === 'string') expect(read).toContain('more digits than a JSON number can keep');
        else {
          good++;
          expect(read.step).toBe(Number(step));
          expect(readDecimal(read.text)).toEqual(value);
          expect(decimalOf(Number(read.text))).toEqual(value);
        }
      }
    }),
    { numRuns: 3000 },
  );
  expect(good).toBeGreaterThan(3000);
});

test('problems are all counted, the first hundred stored, and summarized in a sentence', () => {
  const problems = new Problems();
  expect(problems.sentence).toBe('');
  const problem = (row: number) => ({
    row: String(row),
    field: 'age',
    message: 'age: required, but missing.',
  });
  problems.add([problem(2)]);
  expect(problems.sentence).toBe(
    'One row doesn’t match the schema, so nothing was stored. Row 2: age: required, but missing.',
  );
  for (let row = 3; row < 1203; row++) problems.add([problem(row), problem(row)]);
  expect(problems).toMatchObject({ count: 2401, rows: 1201 });
  expect(problems.first).toHaveLength(100);
  expect(problems.sentence).toContain('1,201 rows don’t match the schema');
});
