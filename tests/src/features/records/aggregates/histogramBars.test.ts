import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDecimal, unitsAt } from '@cloakroom/contract/decimal.ts';
import type { NumberField } from '@cloakroom/contract/fields.ts';
import { barsBetween } from '#src/features/records/aggregates/histogramBars.ts';

const field = (more: Partial<NumberField> = {}): NumberField => ({
  name: 'amount',
  type: 'number',
  required: false,
  minimum: -1000,
  maximum: 1000,
  precision: 2,
  ...more,
});

test('few values get a bar each, and a single value gets one', () => {
  const age = field({ type: 'integer', precision: 0, minimum: 0, maximum: 120 });
  expect(barsBetween(age, '7', '9', 12)).toEqual([
    { from: '7', to: '7' },
    { from: '8', to: '8' },
    { from: '9', to: '9' },
  ]);
  expect(barsBetween(age, '7', '7', 12)).toEqual([{ from: '7', to: '7' }]);
});

test('a bound that is not a number is refused', () => {
  expect(() => barsBetween(field(), 'seven', '9', 12)).toThrow(RangeError);
});

test('bars cover the range without gaps or overlaps, in at most the wanted number', () => {
  const step = fc.integer({ min: -100_000, max: 100_000 });
  fc.assert(
    fc.property(step, step, fc.integer({ min: 1, max: 30 }), (one, other, most) => {
      const [least, greatest] = [Math.min(one, other), Math.max(one, other)];
      const text = (steps: number) => `${steps}e-2`;
      const bars = barsBetween(field(), text(least), text(greatest), most);
      const units = (value: string) => unitsAt(readDecimal(value)!, 2).units;
      expect(bars.length).toBeLessThanOrEqual(most);
      expect(units(bars[0]!.from)).toBe(BigInt(least));
      expect(units(bars.at(-1)!.to)).toBe(BigInt(greatest));
      for (const [at, bar] of bars.entries()) {
        expect(units(bar.from)).toBeLessThanOrEqual(units(bar.to));
        const next = bars[at + 1];
        if (next) expect(units(next.from)).toBe(units(bar.to) + 1n);
      }
    }),
  );
});
