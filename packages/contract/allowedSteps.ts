/** The steps that the values of a number field may have: all, unless other limits exclude some. */
import { decimalOf, unitsAt } from './decimal.ts';
import type { NumberLimits } from './fieldLimits.ts';

type Bounded = NumberLimits & { minimum: number; maximum: number; precision: number };

/** The lowest and the highest allowed step, and the divisor of the value in units of the last decimal. */
export type AllowedSteps = { first: bigint; last: bigint; multiple: bigint };

/**
 * The steps that a field's values may have. Steps are counted from `minimum` regardless of other limits: the sealed
 * index depends on the bounds alone.
 */
export function allowedSteps(field: Bounded): AllowedSteps {
  const unitsOf = (value: number) => unitsAt(decimalOf(value), field.precision);
  const minimumUnits = unitsOf(field.minimum).units;
  const { exclusiveMinimum: above, exclusiveMaximum: below, const: only } = field;
  let [first, last] = [0n, unitsOf(field.maximum).units - minimumUnits];
  const raise = (step: bigint) => (first = step > first ? step : first);
  const lower = (step: bigint) => (last = step < last ? step : last);
  if (above !== undefined) raise(unitsOf(above).units + 1n - minimumUnits);
  if (below !== undefined) lower(unitsOf(below).units - (unitsOf(below).exact ? 1n : 0n) - minimumUnits);
  if (only !== undefined) {
    const { units, exact } = unitsOf(only);
    raise(units - minimumUnits);
    lower(exact ? units - minimumUnits : -1n);
  }
  return { first, last, multiple: multipleOf(field) };
}

/** `multipleOf` in units of the last decimal: the least common multiple of both, so that 0.025 with two decimals is 5 units. */
function multipleOf({ multipleOf: divisor, precision }: Bounded): bigint {
  if (divisor === undefined) return 1n;
  const { units, scale } = decimalOf(divisor);
  if (scale <= precision) return units * 10n ** BigInt(precision - scale);
  return units / greatestCommonDivisor(units, 10n ** BigInt(scale - precision));
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** Whether any value is within all limits. */
export function isAnyStepAllowed(field: Bounded): boolean {
  const { first, last, multiple } = allowedSteps(field);
  const minimumUnits = unitsAt(decimalOf(field.minimum), field.precision).units;
  const [low, high] = [minimumUnits + first, minimumUnits + last];
  const rest = ((low % multiple) + multiple) % multiple;
  return low + (rest === 0n ? 0n : multiple - rest) <= high;
}
