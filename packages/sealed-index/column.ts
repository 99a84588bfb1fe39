/** Collects one field's values for a segment as keys: 8 bytes per record, for strings of any length. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { keyLimit, segmentRecords } from './format.ts';
import { textKeysOf } from './textKeys.ts';

/** Takes a field's values row by row. A record without an added value has no key. */
export class ColumnCollector {
  readonly #textKeyOf: (text: string) => number;
  readonly #name: string;
  #keys = new Float64Array(1024).fill(NaN);

  constructor(field: Field, queryKey: Uint8Array) {
    this.#name = field.name;
    this.#textKeyOf = textKeysOf(queryKey, field.name);
  }

  /** Adds a number's step. @throws {RangeError} if it is not a whole number from 0 below 2^53, or the segment is full. */
  addStep(ordinal: number, step: number): void {
    if (!Number.isInteger(step) || step < 0 || step >= keyLimit)
      throw new RangeError(`"${this.#name}" cannot be indexed: ${step} is not a step from 0 below 2^53.`);
    this.#set(ordinal, step);
  }

  /** Adds a string. @throws {RangeError} if the segment is full. */
  addText(ordinal: number, text: string): void {
    this.#set(ordinal, this.#textKeyOf(text));
  }

  #set(ordinal: number, key: number): void {
    if (ordinal >= segmentRecords) throw new RangeError(`A segment holds at most ${segmentRecords} records.`);
    if (ordinal >= this.#keys.length) this.#grow(ordinal + 1);
    this.#keys[ordinal] = key;
  }

  #grow(records: number): void {
    let capacity = this.#keys.length;
    while (capacity < records) capacity *= 2;
    const keys = new Float64Array(capacity).fill(NaN);
    keys.set(this.#keys);
    this.#keys = keys;
  }

  /** The keys of the first records in ordinal order, NaN where absent: a view that {@link clear} empties. */
  keys(records: number): Float64Array {
    if (records > this.#keys.length) this.#grow(records);
    return this.#keys.subarray(0, records);
  }

  /** Begins the next segment and reuses the buffers. */
  clear(): void {
    this.#keys.fill(NaN);
  }
}
