/** Exact decimal arithmetic on integer units and a scale, without floating point. */

/** `units · 10^-scale`. */
export type Decimal = { units: bigint; scale: number };

const pattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;
const maxTextLength = 400;

/**
 * Parses a decimal such as `12`, `-0.50` or `1e3`.
 * @returns null if the text is not a finite decimal or is longer than 400 characters.
 */
export function readDecimal(text: string): Decimal | null {
  const match = text.length <= maxTextLength ? pattern.exec(text) : null;
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return null;
  const units = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  const scale = fraction.length - Number(exponent);
  return withoutTrailingZeros(
    scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale },
  );
}

function withoutTrailingZeros({ units, scale }: Decimal): Decimal {
  let [u, s] = [units, scale];
  while (s > 0 && u % 10n === 0n) [u, s] = [u / 10n, s - 1];
  return { units: u, scale: s };
}

/** The decimal that `String(value)` shows. @throws {RangeError} if the value is not finite. */
export function decimalOf(value: number): Decimal {
  const decimal = readDecimal(String(value));
  if (!decimal) throw new RangeError(`${String(value)} is not a finite number.`);
  return decimal;
}

/** Units at another scale, rounded towards minus infinity, and whether the conversion is exact. */
export function unitsAt(decimal: Decimal, scale: number): { units: bigint; exact: boolean } {
  if (decimal.scale <= scale)
    return { units: decimal.units * 10n ** BigInt(scale - decimal.scale), exact: true };
  const divisor = 10n ** BigInt(decimal.scale - scale);
  const rest = decimal.units % divisor;
  const floor = decimal.units / divisor - (rest < 0n ? 1n : 0n);
  return { units: floor, exact: rest === 0n };
}

/** Writes `units · 10^-scale` without an exponent. */
export function writeDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return units < 0n ? `-${text}` : text;
}
