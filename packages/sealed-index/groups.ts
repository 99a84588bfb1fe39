/**
 * Reads a block of a run. A block is its number of entries (2 bytes) and groups of equal keys, each: tag, key,
 * and one ordinal, a list of them, or a bitmap. {@link writeRun} writes them.
 */
import { blockEntries } from './format.ts';

/**
 * The two low bits of a group's first byte. The next five are the lowest of the key's distance from the previous
 * group (from 0 in the first), and the top bit says that the rest of it follows as a varint.
 */
export const groupKind = { single: 0, list: 1, bitmap: 2 } as const;
export const tagDelta = 32;

/** Iterates over the groups of a block. After each `next` that returns true, exactly one of `skip`, `copyOrdinals` and `setBits` must be called. */
export class Groups {
  key = 0;
  /** The number of entries of the current group. */
  count = 0;
  readonly #bytes: Uint8Array;
  readonly #width: number;
  #at = 2;
  #left: number;
  #kind = 0;
  /** The first ordinal of a list or single; the ordinal of a bitmap's first bit, a multiple of 8. */
  #origin = 0;

  /** @param width - bytes of an ordinal. */
  constructor(plain: Uint8Array, width: number) {
    this.#bytes = plain;
    this.#width = width;
    this.#left = plain[0]! | (plain[1]! << 8);
  }

  /** Reads the head of the next group; false at the end of the block. */
  next(): boolean {
    if (this.#left <= 0) return false;
    const bytes = this.#bytes;
    let byte = bytes[this.#at++] ?? 0;
    this.#kind = byte & 3;
    let delta = (byte >> 2) & 31;
    for (let scale = tagDelta; byte > 127; scale *= 128) {
      byte = bytes[this.#at++] ?? 0;
      delta += (byte & 127) * scale;
    }
    this.key += delta;
    this.count = this.#kind === groupKind.single ? 1 : this.#small();
    let origin = bytes[this.#at++] ?? 0;
    for (let i = 1; i < this.#width; i++) origin |= (bytes[this.#at++] ?? 0) << (8 * i);
    this.#origin = origin;
    this.#left -= Math.max(1, this.count);
    return true;
  }

  /** A varint below 2^28. */
  #small(): number {
    let byte = this.#bytes[this.#at++] ?? 0;
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = this.#bytes[this.#at++] ?? 0;
      value |= (byte & 127) << shift;
    }
    return value;
  }

  /** Skips the group's ordinals. */
  skip(): void {
    if (this.#kind === groupKind.bitmap) {
      const length = this.#small();
      this.#at += length;
    } else for (let i = 1; i < this.count; i++) this.#small();
  }

  /** Writes the group's ordinals to `into`, from `at`. */
  copyOrdinals(into: Uint32Array, at: number): void {
    let ordinal = this.#origin;
    if (this.#kind === groupKind.bitmap) {
      for (let length = this.#small(); length > 0; length--, ordinal += 8)
        for (let bits = this.#bytes[this.#at++] ?? 0; bits !== 0; bits &= bits - 1)
          into[at++] = ordinal + 31 - Math.clz32(bits & -bits);
      return;
    }
    into[at++] = ordinal;
    for (let i = 1; i < this.count; i++) into[at++] = ordinal += this.#small() + 1;
  }

  /** Sets the bits of the group's ordinals. A bitmap is ORed in byte by byte, which makes broad filters fast. */
  setBits(bits: Uint8Array): void {
    let ordinal = this.#origin;
    if (this.#kind === groupKind.bitmap) {
      const length = this.#small();
      for (let i = 0, byte = ordinal >> 3; i < length; i++) bits[byte++]! |= this.#bytes[this.#at++] ?? 0;
      return;
    }
    bits[ordinal >> 3]! |= 1 << (ordinal & 7);
    for (let i = 1; i < this.count; i++) {
      ordinal += this.#small() + 1;
      bits[ordinal >> 3]! |= 1 << (ordinal & 7);
    }
  }
}

const entries = { keys: new Float64Array(blockEntries), ordinals: new Uint32Array(blockEntries), count: 0 };

/** All entries of a block in order. The next call overwrites the arrays. */
export function blockEntriesOf(plain: Uint8Array, width: number): Readonly<typeof entries> {
  const groups = new Groups(plain, width);
  entries.count = 0;
  while (groups.next()) {
    const end = entries.count + groups.count;
    for (let at = entries.count; at < end; at++) entries.keys[at] = groups.key;
    groups.copyOrdinals(entries.ordinals, entries.count);
    entries.count = end;
  }
  return entries;
}
