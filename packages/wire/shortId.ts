/** Public ids: 128 bits written as 22 characters of base57, an alphabet without look-alikes. */

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const base = BigInt(alphabet.length);
const length = 22;
const codes = Array.from(alphabet, (character) => character.charCodeAt(0));
/** Digits written per division: a remainder of this divisor and 16 more bits are exact in a double. */
const digitsPerDivision = 5;
const divisor = alphabet.length ** digitsPerDivision;
const digits = new Map(Array.from(alphabet, (character, value) => [character, BigInt(value)]));

/**
 * Writes 16 bytes as an id. A page has a hundred ids; with BigInt they would take seven times as long.
 * @throws {RangeError} if there are not 16 bytes.
 */
export function encodeShortId(bytes: Uint8Array): string {
  if (bytes.length !== 16) throw new RangeError(`An id has 16 bytes, not ${bytes.length}.`);
  const words = new Float64Array(8);
  for (let i = 0; i < words.length; i++) words[i] = bytes[2 * i]! * 256 + bytes[2 * i + 1]!;
  const text = new Array<number>(length);
  for (let to = length; to > 0;) {
    let rest = 0;
    for (let i = 0; i < words.length; i++) {
      const value = rest * 65_536 + words[i]!;
      words[i] = Math.floor(value / divisor);
      rest = value - words[i]! * divisor;
    }
    for (let i = 0; i < digitsPerDivision && to > 0; i++) {
      text[--to] = codes[rest % codes.length]!;
      rest = Math.floor(rest / codes.length);
    }
  }
  return String.fromCharCode(...text);
}

/** Reads an id back into its 16 bytes. @throws {RangeError} if the text is not an id. */
export function decodeShortId(id: string): Uint8Array {
  let rest = 0n;
  for (const character of id) {
    const digit = digits.get(character);
    if (digit === undefined) throw new RangeError(`"${id}" is not an id.`);
    rest = rest * base + digit;
  }
  if (id.length !== length || rest >> 128n) throw new RangeError(`"${id}" is not an id.`);
  const bytes = new Uint8Array(16);
  for (let i = 15; i >= 0; i--) {
    bytes[i] = Number(rest & 255n);
    rest >>= 8n;
  }
  return bytes;
}

/** A record's id joins its upload (12 random bytes) and its number within the upload. */
export function recordId(upload: Uint8Array, number: number): string {
  const bytes = new Uint8Array(16);
  bytes.set(upload);
  new DataView(bytes.buffer).setUint32(12, number);
  return encodeShortId(bytes);
}

/** The upload and the number that a record's id joins. @throws {RangeError} if the text is not an id. */
export function readRecordId(id: string): { upload: Uint8Array; number: number } {
  const bytes = decodeShortId(id);
  return { upload: bytes.slice(0, 12), number: new DataView(bytes.buffer).getUint32(12) };
}
