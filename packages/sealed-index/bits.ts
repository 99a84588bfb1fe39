/** Sets of ordinals as bits, the lowest of each byte first. */

/** An empty set for this number of records, in whole words. */
export const emptyBitmap = (records: number): Uint8Array => new Uint8Array(Math.ceil(records / 32) * 4);

/** The set of all records. */
export function fullBitmap(records: number): Uint8Array {
  const bits = emptyBitmap(records).fill(255, 0, records >> 3);
  if (records & 7) bits[records >> 3] = (1 << (records & 7)) - 1;
  return bits;
}

const wordsOf = (bits: Uint8Array) => new Uint32Array(bits.buffer, bits.byteOffset, bits.length / 4);

/** Keeps in `bits` only what is also in `other`. */
export function intersectBits(bits: Uint8Array, other: Uint8Array): void {
  const [words, others] = [wordsOf(bits), wordsOf(other)];
  for (let i = 0; i < words.length; i++) words[i]! &= others[i]!;
}

/** Adds to `bits` what is in `other`. */
export function uniteBits(bits: Uint8Array, other: Uint8Array): void {
  const [words, others] = [wordsOf(bits), wordsOf(other)];
  for (let i = 0; i < words.length; i++) words[i]! |= others[i]!;
}

/** Removes from `bits` what is in `other`. */
export function subtractBits(bits: Uint8Array, other: Uint8Array): void {
  const [words, others] = [wordsOf(bits), wordsOf(other)];
  for (let i = 0; i < words.length; i++) words[i]! &= ~others[i]!;
}

export const hasBit = (bits: Uint8Array, ordinal: number): boolean =>
  ((bits[ordinal >> 3]! >> (ordinal & 7)) & 1) === 1;

export function setBit(bits: Uint8Array, ordinal: number): void {
  bits[ordinal >> 3]! |= 1 << (ordinal & 7);
}

/** The number of set bits in a word of 32: sums of neighbours, then of pairs, then of fours. */
function popCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function countBits(bits: Uint8Array): number {
  let count = 0;
  for (const word of wordsOf(bits)) count += popCount(word);
  return count;
}

/** Keeps the members for which the predicate is true. It is called in ascending order. */
export function filterBits(bits: Uint8Array, isKept: (ordinal: number) => boolean): void {
  const words = wordsOf(bits);
  for (let word = 0; word < words.length; word++)
    for (let rest = words[word]!; rest !== 0; rest &= rest - 1) {
      const bit = rest & -rest;
      if (!isKept(word * 32 + 31 - Math.clz32(bit))) words[word]! ^= bit;
    }
}

/** At most `take` members after the first `skip`, ascending. */
export function ordinalsIn(bits: Uint8Array, skip: number, take: number): number[] {
  const words = wordsOf(bits);
  const members: number[] = [];
  for (let word = 0, before = 0; word < words.length && members.length < take; word++) {
    if (words[word] === 0) continue;
    const count = popCount(words[word]!);
    if (before + count > skip)
      for (let rest = words[word]!, at = before; rest !== 0 && members.length < take; rest &= rest - 1)
        if (at++ >= skip) members.push(word * 32 + 31 - Math.clz32(rest & -rest));
    before += count;
  }
  return members;
}
