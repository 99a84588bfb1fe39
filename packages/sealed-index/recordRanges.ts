/** From a record's ordinal in a segment to its identity: upload and number. Merging moves ranges, never records. */
import type { RecordRange } from '@cloakroom/contract/segments.ts';
import { lowerBound } from './lowerBound.ts';
import { VarintReader, VarintWriter } from './varint.ts';

/** A record's identity: the upload's 12 bytes in hex, and its number there. */
export type RecordReference = { upload: string; number: number };

const uploadBytes = 12;

export const recordsIn = (ranges: readonly RecordRange[]): number =>
  ranges.reduce((sum, { count }) => sum + count, 0);

export function encodeRanges(ranges: readonly RecordRange[]): Buffer {
  const writer = new VarintWriter();
  writer.number(ranges.length);
  for (const { upload, first, count } of ranges) {
    writer.bytes(Buffer.from(upload, 'hex'));
    writer.number(first);
    writer.number(count);
  }
  return writer.done();
}

export function decodeRanges(bytes: Uint8Array): RecordRange[] {
  const reader = new VarintReader(bytes);
  return Array.from({ length: reader.number() }, () => ({
    upload: Buffer.from(reader.bytes(uploadBytes)).toString('hex'),
    first: reader.number(),
    count: reader.number(),
  }));
}

/** Finds records by their ordinals. A segment of many small uploads has thousands of ranges, so they are searched by halves. */
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

  /** The record at an ordinal. @throws {RangeError} when the ordinal is past the last range. */
  at(ordinal: number): RecordReference {
    if (ordinal < 0 || ordinal >= this.#records)
      throw new RangeError(`The segment has no record ${ordinal}.`);
    const range = lowerBound(this.#before, ordinal + 1) - 1;
    const { upload, first } = this.#ranges[range]!;
    return { upload, number: first + ordinal - this.#before[range]! };
  }
}

/** The ordinal of a record in a segment of these ranges; null when it has none there. */
export function ordinalOf(
  ranges: readonly RecordRange[],
  { upload, number }: RecordReference,
): number | null {
  let before = 0;
  for (const { upload: other, first, count } of ranges) {
    if (other === upload && number >= first && number < first + count) return before + number - first;
    before += count;
  }
  return null;
}

/** The same records in the same order, with ranges that follow each other made one. */
export function joinedRanges(ranges: readonly RecordRange[]): RecordRange[] {
  const joined: RecordRange[] = [];
  for (const { upload, first, count } of ranges) {
    const last = joined.at(-1);
    if (last?.upload === upload && last.first + last.count === first) last.count += count;
    else joined.push({ upload, first, count });
  }
  return joined;
}
