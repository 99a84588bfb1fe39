/**
 * A column of whole numbers from 0 to 10^15 − 1 in as few bytes as the greatest needs: the bytes of each number (1 to 7), then for
 * each record the number plus 1, or 0 if it has none, the lowest byte first.
 *
 * Example, the numbers 36, none and 1,234: `02 2500 0000 d304`.
 */
const maxDigits = 15;
const maxNumber = 10 ** maxDigits - 1;
const maxWidth = 7;
const [zero, nine] = [0x30, 0x39];

/** The number whose usual decimal form is `text`; -1 for any other text, and for a number that is not whole, is negative or is greater. */
export function wholeNumberOf(text: string): number {
  const { length } = text;
  if (length === 0 || length > maxDigits || (length > 1 && text.charCodeAt(0) === zero)) return -1;
  let value = 0;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code < zero || code > nine) return -1;
    value = value * 10 + (code - zero);
  }
  return value;
}

/** The bytes of each number in a column with this greatest number. */
export function widthOf(number: number): number {
  let width = 1;
  for (let rest = Math.floor((number + 1) / 256); rest > 0; rest = Math.floor(rest / 256)) width++;
  return width;
}

/**
 * Writes a column.
 * @param numbers - of each record; -1 for none.
 * @returns the position after it.
 */
export function putWholeNumbers(
  target: Uint8Array,
  at: number,
  numbers: readonly number[],
  width: number,
): number {
  target[at++] = width;
  for (const number of numbers) {
    let rest = number + 1;
    for (let byte = 0; byte < width; byte++) {
      target[at++] = rest % 256;
      rest = Math.floor(rest / 256);
    }
  }
  return at;
}

/** A column: where it ends, and the number of a record; -1 if it has none. */
export type WholeNumbers = { end: number; numberAt: (record: number) => number };

/** Reads the column of a number of records; null if it is truncated, or not as {@link putWholeNumbers} writes it. */
export function readWholeNumbers(bytes: Uint8Array, at: number, records: number): WholeNumbers | null {
  const width = bytes[at] ?? 0;
  const start = at + 1;
  const end = start + records * width;
  if (width < 1 || width > maxWidth || end > bytes.length) return null;
  const numberAt = (record: number) => {
    const from = start + record * width;
    let value = 0;
    for (let byte = from + width - 1; byte >= from; byte--) value = value * 256 + bytes[byte]!;
    return value - 1;
  };
  let max = 0;
  for (let record = 0; record < records; record++) max = Math.max(max, numberAt(record));
  return max > maxNumber || widthOf(max) !== width ? null : { end, numberAt };
}
