/** Whole numbers in as few bytes as they need: 7 bits per byte, the lowest first (LEB128). */

/** The longest varint that is read: 32 bits. */
const maxVarintBytes = 5;

/** The number of bytes that {@link putVarint} writes for a number of at most 32 bits. */
export const varintLength = (value: number): number => Math.max(1, Math.ceil((32 - Math.clz32(value)) / 7));

/** Writes a whole number below 2^53; returns the position after it. */
export function putVarint(target: Uint8Array, at: number, value: number): number {
  let rest = value;
  while (rest > 127) {
    target[at++] = (rest % 128) | 128;
    rest = Math.floor(rest / 128);
  }
  target[at++] = rest;
  return at;
}

/** Reads varints from a position on. */
export type VarintReader = {
  at: number;
  /** The next number. */
  number(): number;
};

/** @param refuse - called with the reason: the bytes are truncated, or a number is too long. */
export function varintReader(bytes: Uint8Array, at: number, refuse: (reason: string) => never): VarintReader {
  return {
    at,
    number() {
      let value = 0;
      for (let i = 0; i < maxVarintBytes; i++) {
        const byte = bytes[this.at++] ?? refuse('it is truncated');
        value += (byte & 127) * 2 ** (7 * i);
        if (byte < 128) return byte === 0 && i > 0 ? refuse('a number is not in its shortest form') : value;
      }
      return refuse('a number is too long');
    },
  };
}
