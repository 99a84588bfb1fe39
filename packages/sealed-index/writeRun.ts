/** Writes a run as blocks: groups of equal keys, packed until a block is full. {@link Groups} reads them. */
import { ExactSum } from './exactSum.ts';
import { type FencePointers, noOrdinal } from './fencePointers.ts';
import { plainBytes } from './format.ts';
import { groupKind, tagDelta } from './groups.ts';
import type { SortedRun } from './sortedRun.ts';
import { putVarint } from '@cloakroom/wire/varint.ts';

/** Tag and key take at most 8 bytes, count 2, ordinal 3, length 2; then at least one gap or byte of a bitmap. */
const maxGroupHeadBytes = 8 + 2 + 3 + 2;
const maxGapBytes = 4;

/** A bitmap is smaller if more than one ordinal in 8 is in it, unless the group is tiny. */
const bitmapThreshold = { entries: 24, density: 8 };

/**
 * Writes a run as plain blocks, appended to `blocks`, and returns its fence pointers. A group that doesn't fit continues in the
 * next block.
 * @param width - bytes of an ordinal.
 */
export function writeRun({ keys, ordinals }: SortedRun, width: number, blocks: Buffer[]): FencePointers {
  const fencePointers: FencePointers = { first: [], last: [], entries: [], sums: [], least: [], second: [] };
  let at = 0;
  let groupEnd = 0;
  while (at < keys.length) {
    const start = at;
    const first = keys[start]!;
    const block = new BlockWriter(ordinals, width);
    const sum = new ExactSum();
    let [least, second] = [noOrdinal, noOrdinal];
    while (at < keys.length && block.hasRoom()) {
      const key = keys[at]!;
      if (groupEnd <= at) for (groupEnd = at + 1; keys[groupEnd] === key;) groupEnd++;
      const next = block.put(key, at, groupEnd);
      sum.add(key - first, next - at);
      // The ordinals of a key ascend.
      for (let i = at; i < Math.min(next, at + 2); i++) {
        const ordinal = ordinals[i]!;
        if (ordinal < least) [least, second] = [ordinal, least];
        else if (ordinal < second) second = ordinal;
      }
      at = next;
    }
    blocks.push(block.done(at - start));
    fencePointers.first.push(first);
    fencePointers.entries.push(at - start);
    fencePointers.sums.push(sum.total);
    fencePointers.last.push(keys[at - 1]!);
    fencePointers.least.push(least);
    fencePointers.second.push(second);
  }
  return fencePointers;
}

/** Fills one block. */
class BlockWriter {
  readonly #bytes = Buffer.alloc(plainBytes);
  readonly #ordinals: Uint32Array;
  readonly #width: number;
  #at = 2;
  #key = 0;

  constructor(ordinals: Uint32Array, width: number) {
    this.#ordinals = ordinals;
    this.#width = width;
  }

  hasRoom(): boolean {
    return this.#at + maxGroupHeadBytes + maxGapBytes <= plainBytes;
  }

  /** Writes as many of the entries `from` to `to` as fit, all of one key; returns the first that didn't. */
  put(key: number, from: number, to: number): number {
    if (to - from === 1) {
      this.#tag(key, groupKind.single);
      this.#ordinal(this.#ordinals[from]!);
      return to;
    }
    const span = this.#ordinals[to - 1]! - this.#ordinals[from]!;
    const isDense = to - from > bitmapThreshold.entries && (to - from) * bitmapThreshold.density > span;
    return isDense ? this.#bitmap(key, from, to) : this.#list(key, from, to);
  }

  done(entries: number): Buffer {
    this.#bytes.writeUInt16LE(entries);
    return this.#bytes;
  }

  #tag(key: number, kind: number): void {
    const delta = key - this.#key;
    const rest = Math.floor(delta / tagDelta);
    this.#bytes[this.#at++] = kind | ((delta % tagDelta) << 2) | (rest > 0 ? 128 : 0);
    if (rest > 0) this.#at = putVarint(this.#bytes, this.#at, rest);
    this.#key = key;
  }

  #ordinal(ordinal: number): void {
    for (let i = 0; i < this.#width; i++) this.#bytes[this.#at++] = ordinal >>> (8 * i);
  }

  /** Reserves two bytes for a number below 2^14, which {@link #writeReserved} writes later. */
  #reserveVarint(): number {
    this.#at += 2;
    return this.#at - 2;
  }

  #writeReserved(at: number, value: number): void {
    this.#bytes[at] = (value & 127) | 128;
    this.#bytes[at + 1] = value >> 7;
  }

  /** Count, first ordinal, then the gaps between ordinals, less one, as varints. */
  #list(key: number, from: number, to: number): number {
    this.#tag(key, groupKind.list);
    const isShort = to - from < 128;
    const count = isShort ? this.#at++ : this.#reserveVarint();
    this.#ordinal(this.#ordinals[from]!);
    let next = from + 1;
    for (; next < to && this.#at + maxGapBytes <= plainBytes; next++) {
      const gap = this.#ordinals[next]! - this.#ordinals[next - 1]! - 1;
      this.#at = putVarint(this.#bytes, this.#at, gap);
    }
    if (isShort) this.#bytes[count] = next - from;
    else this.#writeReserved(count, next - from);
    return next;
  }

  /** Count, the ordinal of the first bit (a multiple of 8, so that bytes meet bytes), length, bits. */
  #bitmap(key: number, from: number, to: number): number {
    this.#tag(key, groupKind.bitmap);
    const count = this.#reserveVarint();
    const origin = this.#ordinals[from]! & ~7;
    this.#ordinal(origin);
    const length = this.#reserveVarint();
    const room = (plainBytes - this.#at) * 8;
    let next = from;
    let last = 0;
    for (; next < to && this.#ordinals[next]! - origin < room; next++) {
      last = this.#ordinals[next]! - origin;
      this.#bytes[this.#at + (last >> 3)]! |= 1 << (last & 7);
    }
    this.#writeReserved(count, next - from);
    this.#writeReserved(length, (last >> 3) + 1);
    this.#at += (last >> 3) + 1;
    return next;
  }
}
