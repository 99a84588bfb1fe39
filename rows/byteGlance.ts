/** Tells most good values of CSV cells from their bytes. Whatever it doubts, the check decides. */
import { decimalOf, unitsAt } from '#contract/decimal.ts';
import { lastStep, type Field, type NumberField } from '#contract/fields.ts';

const [tab, carriageReturn, space, point, minus, zero, nine] = [9, 13, 32, 46, 45, 48, 57];
/** Doubles count every number of so many digits. */
const countable = 15;

/** Whether the bytes from one place to another are beyond doubt a good value. Blanks around it don't count. */
export type ByteGlance = (bytes: Uint8Array, from: number, to: number) => boolean;

/** Whether `trim` would take the byte away. It would take some wide characters as well: those are doubts. */
export const isBlank = (byte: number): boolean => byte === space || (byte >= tab && byte <= carriageReturn);

/** Prepare to look at a field's values; null where any text is good. */
export function byteGlance(field: Field): ByteGlance | null {
  if (field.type === 'string') return field.enum ? trimmed(listed(field.enum)) : null;
  return trimmed(plainNumber(field));
}

const trimmed =
  (glance: ByteGlance): ByteGlance =>
  (bytes, first, end) => {
    let from = first;
    let to = end;
    while (from < to && isBlank(bytes[from]!)) from++;
    while (from < to && isBlank(bytes[to - 1]!)) to--;
    return glance(bytes, from, to);
  };

/** One of a few texts. */
function listed(allowed: readonly string[]): ByteGlance {
  const known = allowed.length <= 16 ? allowed.map((text) => new TextEncoder().encode(text)) : [];
  return (bytes, from, to) => {
    for (const value of known) {
      if (value.length !== to - from) continue;
      let at = 0;
      while (at < value.length && bytes[from + at] === value[at]) at++;
      if (at === value.length) return true;
    }
    return false;
  };
}

/** Digits with a minus or a point where they are usual; nothing, where that is allowed. */
function plainNumber(field: NumberField): ByteGlance {
  const { precision, required } = field;
  const least = Number(unitsAt(decimalOf(field.minimum), precision).units);
  const last = lastStep(field);
  if (!Number.isSafeInteger(least)) return () => false;
  return (bytes, first, to) => {
    if (first === to) return !required;
    const from = bytes[first] === minus ? first + 1 : first;
    let units = 0;
    let decimals = -1;
    for (let at = from; at < to; at++) {
      const byte = bytes[at]!;
      if (byte >= zero && byte <= nine) {
        units = units * 10 + (byte - zero);
        if (decimals >= 0) decimals++;
      } else if (byte === point && decimals < 0) decimals = 0;
      else return false;
    }
    const whole = to - from - (decimals + 1);
    if (whole < 1 || to - from > countable || (whole > 1 && bytes[from] === zero)) return false;
    if (decimals === 0 || decimals > precision || (units === 0 && from > first)) return false;
    for (let more = precision - Math.max(decimals, 0); more > 0; more--) units *= 10;
    const step = (from > first ? -units : units) - least;
    return Number.isSafeInteger(units) && step >= 0 && step <= last;
  };
}
