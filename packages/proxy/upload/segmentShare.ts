/**
 * How threads share the sealing of one body: each reads and checks all of it, which costs a twentieth of sealing it, and
 * seals every nth segment. No row crosses a thread, and segments end at the same rows in all of them.
 */
import { recordsPerGroup } from '@cloakroom/contract/segments.ts';
import { recordsPerSegment } from '@cloakroom/wire/segmentBody.ts';
import type { CheckedRecord } from '@cloakroom/ingest/check.ts';

/** Share `at` of `of`, from 0. */
export type SegmentShare = { at: number; of: number };
export const wholeShare: SegmentShare = { at: 0, of: 1 };

type Values = CheckedRecord['values'];

/** Approximate limit of the sealed records of one segment: it must fit in the memory of the service. */
const maxSegmentBytes = 32 * 1024 * 1024;

/** The approximate size of a sealed record. Texts are counted as ASCII; padding adds an eighth at most. */
function sealedBytesOf(values: Values): number {
  let bytes = 0;
  for (const value of values) bytes += 1 + 1.125 * (value?.text.length ?? 0);
  return bytes;
}

/**
 * The first two segments are smaller, so that two threads share a file that is hardly longer than one. Three quarters: half
 * as many as fill a segment would be merged again as soon as they are there.
 */
const firstSegments = { segments: 2, records: 49_152 };

/** Assigns records to segments, in their order. All records of a group are in one segment. */
export class SegmentCutter {
  #segment = 0;
  #records = 0;
  #bytes = 0;

  /** The number of the next record's segment, from 0. */
  segmentOf(values: Values): number {
    const bytes = sealedBytesOf(values);
    const full = this.#segment < firstSegments.segments ? firstSegments.records : recordsPerSegment;
    const isLarge = this.#records > 0 && this.#bytes + bytes > maxSegmentBytes;
    if (this.#records === full || (isLarge && this.#records % recordsPerGroup === 0)) {
      this.#segment++;
      this.#records = 0;
      this.#bytes = 0;
    }
    this.#records++;
    this.#bytes += bytes;
    return this.#segment;
  }
}
