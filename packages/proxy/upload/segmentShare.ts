/**
 * How threads share the sealing of one body: each reads and checks all of it, which costs a twentieth of sealing it, and
 * seals every so-manieth segment. No row crosses a thread, and where segments end is the same for all of them.
 */
import { recordsPerSegment } from '@cloakroom/wire/segmentBody.ts';
import type { CheckedRecord } from '@cloakroom/ingest/check.ts';
import { paddedLength } from '@cloakroom/sealed-index/crypto/plaintext.ts';

/** Share `at` of `of`, from 0. */
export type SegmentShare = { at: number; of: number };
export const wholeShare: SegmentShare = { at: 0, of: 1 };

type Values = CheckedRecord['values'];

/** What sealing adds to a value: field number, length, nonce, tag. */
const overhead = 44;
/** About as many bytes as a segment's records shall have at most, however few they are: it must fit in memory at the service. */
const fullBytes = 32 * 1024 * 1024;

/** About as many bytes as a record will have when it is sealed: its texts are taken for ASCII. */
function weightOf(values: Values): number {
  let weight = 0;
  for (const value of values) if (value) weight += overhead + paddedLength(value.text.length + 1);
  return weight;
}

/**
 * The first two segments are smaller, so that two threads share a file that is hardly longer than one. Three quarters: half
 * as many as fill a segment would be merged again as soon as they are there.
 */
const beginning = { segments: 2, records: 49_152 };

/** Says of each record in turn which segment it goes into. */
export class SegmentCutter {
  #segment = 0;
  #records = 0;
  #weight = 0;

  /** The number of the next record's segment, from 0. */
  place(values: Values): number {
    const weight = weightOf(values);
    const full = this.#segment < beginning.segments ? beginning.records : recordsPerSegment;
    if (this.#records === full || (this.#records > 0 && this.#weight + weight > fullBytes)) {
      this.#segment++;
      this.#records = 0;
      this.#weight = 0;
    }
    this.#records++;
    this.#weight += weight;
    return this.#segment;
  }
}
