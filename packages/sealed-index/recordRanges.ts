/** Converts a record's ordinal in a segment to its identity: upload and number. Merging moves ranges, never records. */
import type { RecordRange } from '@cloakroom/contract/segments.ts';
import { putRanges, rangesLength } from '@cloakroom/wire/recordRanges.ts';
import { lowerBound } from './lowerBound.ts';

/** A record's identity: the upload's 12 bytes in hex, and its number there. */
export type RecordReference = { upload: string; number: number };

export const recordsIn = (ranges: readonly RecordRange[]): number =>
  ranges.reduce((sum, { count }) => sum + count, 0);

/** Ranges as they are in the directory of a segment. Only programs of earlier versions read them there. */
export function encodeRanges(ranges: readonly RecordRange[]): Buffer {
  const bytes = Buffer.alloc(rangesLength(ranges));
  putRanges(bytes, 0, ranges);
  return bytes;
}

/** Finds records by their ordinals. A segment of many small uploads has thousands of ranges, so they are found by binary search. */
export class RecordFinder {
  readonly #ranges: readonly RecordRange[];
  /** The number of records before each range. */
  readonly #before: Float64Array;
  readonly #records: number;

  constructor(ranges: readonly RecordRange[]) {
    this.#ranges = ranges;
    this.#before = new Float64Array(ranges.length);
    let records = 0;
    for (const [i, { count }] of ranges.entries()) {
      this.#before[i] = records;
      records += count;
    }
    this.#records = records;
  }

  /** The record at an ordinal. @throws {RangeError} if the ordinal is past the last range. */
  at(ordinal: number): RecordReference {
    if (ordinal < 0 || ordinal >= this.#records)
      throw new RangeError(`The segment has no record ${ordinal}.`);
    const range = lowerBound(this.#before, ordinal + 1) - 1;
    const { upload, first } = this.#ranges[range]!;
    return { upload, number: first + ordinal - this.#before[range]! };
  }
}

/** The ordinal of a record in a segment of these ranges; null if it has none there. The ranges must not be changed afterwards. */
export function ordinalOf(ranges: readonly RecordRange[], record: RecordReference): number | null {
  if (ranges.length > maxScannedRanges) return lookupOf(ranges).ordinalOf(record);
  let before = 0;
  for (const range of ranges) {
    if (hasRecord(range, record)) return before + record.number - range.first;
    before += range.count;
  }
  return null;
}

const hasRecord = ({ upload, first, count }: RecordRange, record: RecordReference) =>
  upload === record.upload && record.number >= first && record.number < first + count;

/** Up to this number of ranges are scanned; more are looked up in a hash table. */
const maxScannedRanges = 64;

const lookups = new WeakMap<readonly RecordRange[], RangeLookup>();

function lookupOf(ranges: readonly RecordRange[]): RangeLookup {
  const lookup = lookups.get(ranges) ?? new RangeLookup(ranges);
  lookups.set(ranges, lookup);
  return lookup;
}

/** A hash table of ranges by upload: a segment of many small uploads has hundreds of thousands of them. */
class RangeLookup {
  readonly #ranges: readonly RecordRange[];
  /** The number of records before each range. */
  readonly #before: Float64Array;
  /** By slot, the last range with an upload of this slot, plus 1; by range, the previous one in its slot, plus 1. */
  readonly #slots: Uint32Array;
  readonly #next: Uint32Array;

  constructor(ranges: readonly RecordRange[]) {
    this.#ranges = ranges;
    this.#before = new Float64Array(ranges.length);
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(ranges.length + 1)));
    this.#next = new Uint32Array(ranges.length);
    let records = 0;
    for (const [at, { upload, count }] of ranges.entries()) {
      this.#before[at] = records;
      records += count;
      const slot = this.#slotOf(upload);
      this.#next[at] = this.#slots[slot]!;
      this.#slots[slot] = at + 1;
    }
  }

  // Uploads are random.
  #slotOf(upload: string): number {
    return Number.parseInt(upload.slice(0, 8), 16) & (this.#slots.length - 1);
  }

  ordinalOf(record: RecordReference): number | null {
    for (let at = this.#slots[this.#slotOf(record.upload)]!; at > 0; at = this.#next[at - 1]!) {
      const range = this.#ranges[at - 1]!;
      if (hasRecord(range, record)) return this.#before[at - 1]! + record.number - range.first;
    }
    return null;
  }
}

/** The same records in the same order, with adjoining ranges joined. */
export function joinedRanges(ranges: readonly RecordRange[]): RecordRange[] {
  const joined: RecordRange[] = [];
  for (const { upload, first, count } of ranges) {
    const last = joined.at(-1);
    if (last?.upload === upload && last.first + last.count === first) last.count += count;
    else joined.push({ upload, first, count });
  }
  return joined;
}
