/** How the values of a number field are cut into bars. */
import { readDecimal, writeDecimal } from '@cloakroom/contract/decimal.ts';
import { stepOf, unitsOfStep, type NumberField } from '@cloakroom/contract/fields.ts';

/** Both ends included, as exact decimals. */
export type Bar = { from: string; to: string };

/**
 * Cut what lies between two values of a field into bars of one width; the last may be narrower. Bars meet without a gap and
 * without a value in two of them, since a field knows only whole steps.
 * @param most - how many bars there may be.
 * @throws {RangeError} when an end is no decimal.
 */
export function barsBetween(field: NumberField, least: string, greatest: string, most: number): Bar[] {
  const [first, last] = [stepAt(field, least), stepAt(field, greatest)];
  const steps = last - first + 1n;
  const width = (steps + BigInt(most) - 1n) / BigInt(most);
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
  if (!value) throw new RangeError(`"${text}" is no number.`);
  return stepOf(field, value).step;
}
