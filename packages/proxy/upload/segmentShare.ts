/**
 * How threads share the sealing of one body: each reads and checks all of it, which takes a fifth of the time, and seals every
 * nth segment. No row crosses a thread, and segments end at the same rows in all of them.
 */
import { recordsPerGroup } from '@cloakroom/contract/segments.ts';
import { recordsPerSegment } from '@cloakroom/wire/segmentBody.ts';

/** Share `at` of `of`, from 0. */
export type SegmentShare = { at: number; of: number };
export const wholeShare: SegmentShare = { at: 0, of: 1 };

/** Approximate limit of the sealed records of one segment: it must fit in the memory of the service. */
const maxSegmentBytes = 32 * 1024 * 1024;

/**
 * The first two segments are smaller, so that two threads share a file that is hardly longer than one segment; 100,000 records
 * are two. Half as many as fill a segment would be merged again as soon as they are there.
 */
const firstSegments = { segments: 2, records: 51_200 };

/** Assigns records to segments, in their order. All records of a group are in one segment. */
export class SegmentCutter {
  readonly #fields: number;
  #segment = 0;
  #records = 0;
  #bytes = 0;

  /** @param fields - how many values a record has. */
  constructor(fields: number) {
    this.#fields = fields;
  }

  /** The number of the last record's segment, from 0. */
  get segment(): number {
    return this.#segment;
  }

  /** The number of the next record's segment, if its values have so many characters. */
  segmentOf(characters: number): number {
    const full = this.#segment < firstSegments.segments ? firstSegments.records : recordsPerSegment;
    const isLarge = this.#records > 0 && this.#bytes + this.#sealedBytes(characters) > maxSegmentBytes;
    const begins = this.#records === full || (isLarge && this.#records % recordsPerGroup === 0);
    return begins ? this.#segment + 1 : this.#segment;
  }

  /** Adds a record. @returns the number of its segment. */
  add(characters: number): number {
    const segment = this.segmentOf(characters);
    if (segment !== this.#segment) {
      this.#segment = segment;
      this.#records = 0;
      this.#bytes = 0;
    }
    this.#records++;
    this.#bytes += this.#sealedBytes(characters);
    return segment;
  }

  /** The approximate size of a sealed record. Texts are counted as ASCII; padding adds an eighth at most. */
  #sealedBytes(characters: number): number {
    return this.#fields + 1.125 * characters;
  }
}
