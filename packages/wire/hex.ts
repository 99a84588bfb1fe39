/** Bytes as hexadecimal text. A long list of segments has a million ids, so no string is concatenated from smaller ones. */

const digits = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));
/** The value of a digit by its character code. */
const values = new Uint8Array(128);
for (const [value, code] of digits.entries()) values[code] = value;

/** Writes `length` bytes from offset `from` as text. Bytes past the end count as 0. */
export function hexAt(bytes: Uint8Array, from: number, length: number): string {
  const codes = new Array<number>(2 * length);
  for (let at = 0; at < length; at++) {
    const byte = bytes[from + at] ?? 0;
    codes[2 * at] = digits[byte >> 4]!;
    codes[2 * at + 1] = digits[byte & 15]!;
  }
  return String.fromCharCode(...codes);
}

/** Writes lowercase hex digits as bytes; returns the position after them. */
export function putHex(target: Uint8Array, at: number, text: string): number {
  for (let from = 0; from < text.length; from += 2)
    target[at++] = (values[text.charCodeAt(from)]! << 4) | values[text.charCodeAt(from + 1)]!;
  return at;
}
