/** Divides the range of a number field into histogram bars. */
import { readDecimal, writeDecimal } from '@cloakroom/contract/decimal.ts';
import { stepOf, unitsOfStep, type NumberField } from '@cloakroom/contract/fields.ts';

/** An inclusive range, as exact decimals. */
export type Bar = { from: string; to: string };

/**
 * Divides the range between two values into bars of equal width; the last may be narrower. Bars are adjacent and don't
 * overlap, because the values of a field are multiples of its step.
 * @throws {RangeError} if an end is not a decimal.
 */
export function barsBetween(field: NumberField, least: string, greatest: string, maxBars: number): Bar[] {
  const [first, last] = [stepAt(field, least), stepAt(field, greatest)];
  const steps = last - first + 1n;
  const width = (steps + BigInt(maxBars) - 1n) / BigInt(maxBars);
  const value = (step: bigint) => writeDecimal({ units: unitsOfStep(field, step), scale: field.precision });
  const bars: Bar[] = [];
  for (let from = first; from <= last; from += width) {
    const end = from + width - 1n;
    bars.push({ from: value(from), to: value(end < last ? end : last) });
  }
  return bars;
}

function stepAt(field: NumberField, text: string): bigint {
  const value = readDecimal(text);
  if (!value) throw new RangeError(`"${text}" is not a number.`);
  return stepOf(field, value).step;
}
