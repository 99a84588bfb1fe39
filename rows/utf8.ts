/** Characters of UTF-8 as bytes. */

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** Where the character ends that begins at `at` with a byte that is not ASCII; -1 when it is none, or is cut at `end`. */
export function afterCharacter(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at]!;
  if (lead < 0xc2 || lead > 0xf4) return -1;
  const size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (at + size > end) return -1;
  const second = bytes[at + 1]!;
  if (!isContinuation(second)) return -1;
  if (size === 2) return at + 2;
  if (!isContinuation(bytes[at + 2]!)) return -1;
  // Overlong forms, surrogates, and what lies beyond the last character.
  if (lead === 0xe0 && second < 0xa0) return -1;
  if (lead === 0xed && second > 0x9f) return -1;
  if (size === 3) return at + 3;
  if (!isContinuation(bytes[at + 3]!)) return -1;
  if (lead === 0xf0 && second < 0x90) return -1;
  if (lead === 0xf4 && second > 0x8f) return -1;
  return at + 4;
}
