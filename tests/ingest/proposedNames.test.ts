/** The ranges and the names of proposed fields. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalOf, readDecimal } from '@cloakroom/contract/decimal.ts';
import { NewJsonSchema } from '@cloakroom/contract/fields.ts';
import { fieldNames } from '@cloakroom/ingest/fieldNames.ts';
import { roundedRange } from '@cloakroom/ingest/roundedRange.ts';

describe('a rounded range', () => {
  const decimal = fc.tuple(fc.bigInt(-(10n ** 15n), 10n ** 15n), fc.integer({ min: 0, max: 6 }));
  test('contains both numbers, and is at most five times as wide', () => {
    fc.assert(
      fc.property(decimal, decimal, ([a], [b, scale]) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const range = roundedRange({ units: low, scale }, { units: high, scale }, scale);
        if (!range) return;
        const at = (value: number) => decimalOf(value);
        const units = (value: number) => at(value).units * 10n ** BigInt(scale - at(value).scale);
        const [minimum, maximum] = [units(range.minimum), units(range.maximum)];
        expect(minimum <= low && maximum >= high && minimum < maximum).toBe(true);
        if (high > low) expect(maximum - minimum <= 5n * (high - low)).toBe(true);
      }),
    );
  });

  test('does not exist where a field would have 2^53 steps', () => {
    expect(roundedRange(readDecimal('0.000001')!, readDecimal('9999999999')!, 6)).toBeNull();
  });
});

describe('the names of fields', () => {
  test.each<[string[], string[]]>([
    [
      ['name', 'Zip Code', 'größe'],
      ['name', 'Zip Code', 'größe'],
    ],
    [
      ['', 'a', 'a', 'a_2'],
      ['column_1', 'a', 'a_3', 'a_2'],
    ],
    [
      ['__query', '__proto__', 'a\nb'],
      ['column_1', 'column_2', 'a b'],
    ],
  ])('of %j', (headings, names) => {
    expect(fieldNames(headings)).toEqual(names);
  });

  test('are allowed and different', () => {
    const heading = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 140 }),
      fc.constantFrom('a', 'a_2', 'b'.repeat(127), 'b'.repeat(200)),
    );
    fc.assert(
      fc.property(fc.array(heading, { minLength: 1, maxLength: 30 }), (headings) => {
        const names = fieldNames(headings);
        expect(new Set(names).size).toBe(headings.length);
        const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
        expect(NewJsonSchema.safeParse({ type: 'object', properties }).success).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
