/** Rounds the range of a column's numbers outwards, to bounds that reveal little about the values. */
import { decimalOf, unitsAt, writeDecimal, type Decimal } from '@cloakroom/contract/decimal.ts';

export type Range = { minimum: number; maximum: number };

/** A number field has fewer steps than this. */
const maxSteps = 2n ** 53n;
const maxDecimals = 15;

/**
 * Bounds around two numbers. They are multiples of the smallest 1, 2 or 5 · 10^k that is not less than their distance: 18 and 87 give 0
 * and 100, 1984 and 2023 give 1950 and 2050. If that has too many steps, the bounds are the numbers themselves.
 * @param decimals - the largest number of digits after the point.
 * @returns null if no number field can hold both: 2^53 steps or more, or more than 15 decimals.
 */
export function roundedRange(lowest: Decimal, highest: Decimal, decimals: number): Range | null {
  if (decimals > maxDecimals) return null;
  const [low, high] = [unitsAt(lowest, decimals).units, unitsAt(highest, decimals).units];
  const step = roundStep(high > low ? high - low : high < 0n ? -high : high);
  const [minimum, maximum] = [floorTo(low, step), -floorTo(-high, step)];
  return (
    rangeOf(minimum, maximum === minimum ? minimum + step : maximum, decimals) ??
    rangeOf(low, high === low ? low + 1n : high, decimals)
  );
}

/** The smallest 1, 2 or 5 · 10^k that is not less than a number. */
function roundStep(units: bigint): bigint {
  const power = 10n ** BigInt(units.toString().length - 1);
  return [1n, 2n, 5n, 10n].map((factor) => factor * power).find((step) => step >= units) ?? 10n * power;
}

const floorTo = (units: bigint, step: bigint): bigint => {
  const rest = units % step;
  return units - (rest < 0n ? rest + step : rest);
};

/** The bounds as JSON numbers; null if one is not exact, or they are too far apart. */
function rangeOf(low: bigint, high: bigint, decimals: number): Range | null {
  if (high - low >= maxSteps) return null;
  const [minimum, maximum] = [low, high].map((units) => exactNumber(units, decimals));
  return minimum === undefined || maximum === undefined ? null : { minimum, maximum };
}

function exactNumber(units: bigint, decimals: number): number | undefined {
  const number = Number(writeDecimal({ units, scale: decimals }));
  if (!Number.isFinite(number)) return undefined;
  const read = unitsAt(decimalOf(number), decimals);
  return read.exact && read.units === units ? number : undefined;
}
