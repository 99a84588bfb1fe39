/**
 * How threads share the sealing of one body: each reads and checks all of it, which costs a twentieth of sealing it, and
 * seals every nth segment. No row crosses a thread, and segments end at the same rows in all of them.
 */
import { recordsPerSegment } from '@cloakroom/wire/segmentBody.ts';
import type { CheckedRecord } from '@cloakroom/ingest/check.ts';
import { paddedLength } from '@cloakroom/sealed-index/crypto/plaintext.ts';

/** Share `at` of `of`, from 0. */
export type SegmentShare = { at: number; of: number };
export const wholeShare: SegmentShare = { at: 0, of: 1 };

type Values = CheckedRecord['values'];

/** What sealing adds to a value: field number, length, nonce, tag. */
const sealedValueOverheadBytes = 44;
/** Approximate limit of the sealed records of one segment: it must fit in the memory of the service. */
const maxSegmentBytes = 32 * 1024 * 1024;

/** The approximate size of a sealed record. Texts are counted as ASCII. */
function sealedBytesOf(values: Values): number {
  let weight = 0;
  for (const value of values)
    if (value) weight += sealedValueOverheadBytes + paddedLength(value.text.length + 1);
  return weight;
}

/**
 * The first two segments are smaller, so that two threads share a file that is hardly longer than one. Three quarters: half
 * as many as fill a segment would be merged again as soon as they are there.
 */
const firstSegments = { segments: 2, records: 49_152 };

/** Assigns records to segments, in their order. */
export class SegmentCutter {
  #segment = 0;
  #records = 0;
  #bytes = 0;

  /** The number of the next record's segment, from 0. */
  segmentOf(values: Values): number {
    const bytes = sealedBytesOf(values);
    const full = this.#segment < firstSegments.segments ? firstSegments.records : recordsPerSegment;
    if (this.#records === full || (this.#records > 0 && this.#bytes + bytes > maxSegmentBytes)) {
      this.#segment++;
      this.#records = 0;
      this.#bytes = 0;
    }
    this.#records++;
    this.#bytes += bytes;
    return this.#segment;
  }
}
