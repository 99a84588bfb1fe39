/** Numbers from their decimal text to a field's steps, exactly. */
import { allowedSteps } from '@cloakroom/contract/allowedSteps.ts';
import { decimalOf, readDecimal, unitsAt, writeDecimal, type Decimal } from '@cloakroom/contract/decimal.ts';
import { formatDecimals, lastStep, stepOf, type NumberField } from '@cloakroom/contract/fields.ts';
import { shown, shownPlain } from './draft.ts';

/** A number as it is sealed: plain decimal text without superfluous zeros, and its step in the field's range. */
export type NumberValue = { type: 'n'; text: string; step: number };

/** Reads one field's numbers. A string says what is wrong. */
export type NumberReader = (text: string) => NumberValue | string;

const [zero, point, minus, nine] = [48, 46, 45, 57];
const powers = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

/**
 * Prepare to read one field's numbers. Most are plain and short, and doubles up to 2^53 count them exactly;
 * every other text, and every fault, is decided in whole numbers of any size.
 */
export function numberReader(field: NumberField): NumberReader {
  const plainStep = plainStepReader(field);
  return (text) => {
    const step = plainStep(text, 0, text.length);
    if (step < 0) return exactly(field, text);
    const end = plainEnd(text, 0, text.length);
    return { type: 'n', text: end === text.length ? text : text.slice(0, end), step };
  };
}

/**
 * Prepare to read the steps of numbers where they lie in a text, if they are written there as they would be sealed but for
 * zeros at the end. All others, and all that are out of range, give -1: they need a second look.
 */
export function plainStepReader(field: NumberField): (text: string, from: number, to: number) => number {
  const { precision } = field;
  const least = Number(unitsAt(decimalOf(field.minimum), precision).units);
  const allowed = allowedSteps(field);
  const [first, last, multiple] = [Number(allowed.first), Number(allowed.last), Number(allowed.multiple)];
  if (!Number.isSafeInteger(least) || !Number.isSafeInteger(multiple)) return () => -1;
  const stepAt = (text: string, from: number, to: number) => {
    const units = plainUnits(text, from, plainEnd(text, from, to), precision);
    const step = units - least;
    return step >= first && step <= last && Number.isSafeInteger(units) ? step : -1;
  };
  if (multiple === 1) return stepAt;
  return (text, from, to) => {
    const step = stepAt(text, from, to);
    // Both are whole numbers below 2^53, so the remainder is exact.
    return step >= 0 && (step + least) % multiple === 0 ? step : -1;
  };
}

/** The end of a number without superfluous zeros after its point, `1.50`, `2.00`. */
function plainEnd(text: string, from: number, to: number): number {
  if (text.charCodeAt(to - 1) !== zero) return to;
  let end = to;
  while (end > from && text.charCodeAt(end - 1) === zero) end--;
  for (let at = end - 1; at >= from; at--)
    if (text.charCodeAt(at) === point) return at === end - 1 ? at : end;
  return to;
}

/**
 * The units of a text that is already written as it would be sealed, with at most 15 digits: `-0.5`, `12`;
 * NaN for all others, `-0`, `1.0`, `007` and `1e3` among them.
 */
function plainUnits(text: string, from: number, to: number, precision: number): number {
  const negative = text.charCodeAt(from) === minus;
  const first = negative ? from + 1 : from;
  let units = 0;
  let digits = 0;
  let decimals = -1;
  for (let at = first; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code >= zero && code <= nine) {
      units = units * 10 + (code - zero);
      digits++;
      if (decimals >= 0) decimals++;
    } else if (code === point && decimals < 0 && digits > 0) decimals = 0;
    else return NaN;
  }
  if (digits === 0 || digits > 15 || decimals > precision) return NaN;
  const whole = decimals < 0 ? digits : digits - decimals;
  if (whole > 1 && text.charCodeAt(first) === zero) return NaN;
  if (decimals === 0 || (decimals > 0 && text.charCodeAt(to - 1) === zero)) return NaN;
  if (negative && units === 0) return NaN;
  return (negative ? -units : units) * powers[precision - Math.max(decimals, 0)]!;
}

function exactly(field: NumberField, text: string): NumberValue | string {
  const value = readDecimal(text);
  if (!value)
    return /^[+-]?\d+(\.\d*)?([eE][+-]?\d+)?$/.test(text)
      ? `${shownPlain(text)} has too many digits.`
      : `${shown(text)} is not a number.`;
  if (value.units === 0n && text.startsWith('-')) return `${shownPlain(text)} would lose its sign: write 0.`;
  const { step, exact } = stepOf(field, value);
  if (step < 0n) return `${shownPlain(text)} is below the minimum of ${field.minimum}.`;
  const last = BigInt(lastStep(field));
  if (step > last || (step === last && !exact))
    return `${shownPlain(text)} is above the maximum of ${field.maximum}.`;
  if (!exact)
    return field.precision === 0
      ? `${shownPlain(text)} is not a whole number.`
      : `${shownPlain(text)} has more than ${formatDecimals(field.precision)}.`;
  const fault = limitFault(field, Number(step), value.units * 10n ** BigInt(field.precision - value.scale));
  if (fault !== null) return `${shownPlain(text)} ${fault}`;
  if (!survivesDoubles(value)) return `${shownPlain(text)} has more digits than a JSON number can keep.`;
  return { type: 'n', text: writeDecimal(value), step: Number(step) };
}

/** What an exact value within the bounds does wrong beyond them. */
function limitFault(field: NumberField, step: number, units: bigint): string | null {
  const { exclusiveMinimum: above, exclusiveMaximum: below, const: only, multipleOf } = field;
  const { first, last, multiple } = allowedSteps(field);
  if (units % multiple !== 0n) return `is not a multiple of ${String(multipleOf)}.`;
  if (step >= first && step <= last) return null;
  if (only !== undefined) return `is not ${only}, the only allowed value.`;
  return step < first ? `must be greater than ${String(above)}.` : `must be less than ${String(below)}.`;
}

/** Whether `JSON.parse` would give the value back unchanged. */
function survivesDoubles(value: Decimal): boolean {
  const number = Number(writeDecimal(value));
  if (!Number.isFinite(number)) return false;
  const kept = decimalOf(number);
  return kept.units === value.units && kept.scale === value.scale;
}
