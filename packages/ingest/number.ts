/** Converts decimal text to a field's steps, exactly. */
import { allowedSteps } from '@cloakroom/contract/allowedSteps.ts';
import { decimalOf, readDecimal, unitsAt, writeDecimal, type Decimal } from '@cloakroom/contract/decimal.ts';
import { formatDecimals, lastStep, stepOf, type NumberField } from '@cloakroom/contract/fields.ts';
import { quoteExcerpt, excerpt } from './draft.ts';

/** A number as it is sealed: decimal text without superfluous zeros, and its step in the field's range. */
export type NumberValue = { type: 'n'; text: string; step: number };

/** Reads one field's numbers. Returns a string if the text is invalid: the problem. */
export type NumberReader = (text: string) => NumberValue | string;

const [zero, point, minus, nine] = [48, 46, 45, 57];
const powersOfTen = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

/**
 * Makes a reader of one field's numbers. Short plain numbers are read as doubles, exact below 2^53; all others, and all
 * problems, are computed with BigInt.
 */
export function numberReader(field: NumberField): NumberReader {
  const plainStep = plainStepReader(field);
  return (text) => {
    const step = plainStep(text, 0, text.length);
    if (step < 0) return readExact(field, text);
    const end = plainEnd(text, 0, text.length);
    return { type: 'n', text: end === text.length ? text : text.slice(0, end), step };
  };
}

/**
 * Makes a reader of steps at offsets of a string, for numbers in the form in which they are sealed, apart from trailing zeros.
 * It returns -1 for all others and for values out of range, which need {@link numberReader}.
 */
export function plainStepReader(field: NumberField): (text: string, from: number, to: number) => number {
  const { precision } = field;
  const minimumUnits = Number(unitsAt(decimalOf(field.minimum), precision).units);
  const allowed = allowedSteps(field);
  const [first, last, multiple] = [Number(allowed.first), Number(allowed.last), Number(allowed.multiple)];
  if (!Number.isSafeInteger(minimumUnits) || !Number.isSafeInteger(multiple)) return () => -1;
  const stepAt = (text: string, from: number, to: number) => {
    const units = plainUnits(text, from, plainEnd(text, from, to), precision);
    const step = units - minimumUnits;
    return step >= first && step <= last && Number.isSafeInteger(units) ? step : -1;
  };
  if (multiple === 1) return stepAt;
  return (text, from, to) => {
    const step = stepAt(text, from, to);
    // Both are whole numbers below 2^53, so the remainder is exact.
    return step >= 0 && (step + minimumUnits) % multiple === 0 ? step : -1;
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
 * The units of a number in the form in which it is sealed, with at most 15 digits: `-0.5`, `12`;
 * NaN for any other text, such as `-0`, `1.0`, `007` and `1e3`.
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
  return (negative ? -units : units) * powersOfTen[precision - Math.max(decimals, 0)]!;
}

function readExact(field: NumberField, text: string): NumberValue | string {
  const value = readDecimal(text);
  if (!value)
    return /^[+-]?\d+(\.\d*)?([eE][+-]?\d+)?$/.test(text)
      ? `${excerpt(text)} has too many digits.`
      : `${quoteExcerpt(text)} is not a number.`;
  if (value.units === 0n && text.startsWith('-')) return `${excerpt(text)} would lose its sign: write 0.`;
  const { step, exact } = stepOf(field, value);
  if (step < 0n) return `${excerpt(text)} is below the minimum of ${field.minimum}.`;
  const last = BigInt(lastStep(field));
  if (step > last || (step === last && !exact))
    return `${excerpt(text)} is above the maximum of ${field.maximum}.`;
  if (!exact)
    return field.precision === 0
      ? `${excerpt(text)} is not a whole number.`
      : `${excerpt(text)} has more than ${formatDecimals(field.precision)}.`;
  const fault = limitFault(field, Number(step), value.units * 10n ** BigInt(field.precision - value.scale));
  if (fault !== null) return `${excerpt(text)} ${fault}`;
  if (!survivesDoubles(value)) return `${excerpt(text)} has more digits than a JSON number can keep.`;
  return { type: 'n', text: writeDecimal(value), step: Number(step) };
}

/** The fault of a value within the bounds that violates another limit, or null. */
function limitFault(field: NumberField, step: number, units: bigint): string | null {
  const { exclusiveMinimum: above, exclusiveMaximum: below, const: only, multipleOf } = field;
  const { first, last, multiple } = allowedSteps(field);
  if (units % multiple !== 0n) return `is not a multiple of ${String(multipleOf)}.`;
  if (step >= first && step <= last) return null;
  if (only !== undefined) return `is not ${only}, the only allowed value.`;
  return step < first ? `must be greater than ${String(above)}.` : `must be less than ${String(below)}.`;
}

/** Whether the value survives `JSON.parse` unchanged. */
function survivesDoubles(value: Decimal): boolean {
  const number = Number(writeDecimal(value));
  if (!Number.isFinite(number)) return false;
  const parsed = decimalOf(number);
  return parsed.units === value.units && parsed.scale === value.scale;
}
