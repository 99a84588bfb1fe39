/**
 * The plaintext of one field of a group: its values in one of two forms, then the byte 80 and zeros, up to the
 * {@link paddedGroupLength}.
 *
 * - Whole numbers alone: `80 00`, then a column of {@link putWholeNumbers}. Example, 36, none and 1,234:
 *   `80 00 02 2500 0000 d304 80 00 … 00`, 32 bytes.
 * - Others: for each record a varint h, 0 if the record has no value, else h − 1 = 2 · bytes + 1 for a number or + 0 for a
 *   string; then the bytes of the text. Example, "Ada", none and -1.5: `07 416461 00 0a 2d312e35 80 00 … 00`, 32 bytes.
 *
 * No varint begins with `80 00`, as all are in their shortest form.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { putVarint, varintReader } from '@cloakroom/wire/varint.ts';
import type { Value } from './plaintext.ts';
import { putWholeNumbers, readWholeNumbers, wholeNumberOf, widthOf } from './wholeNumbers.ts';

const marker = 0x80;
const columnHead = [0x80, 0x00] as const;
/** Padded lengths are multiples of a step: of this one for short plaintexts, of at least the next one for others. */
const shortStep = 32;
const minStep = 16;
/** Shorter plaintexts count as short. */
const minLongBytes = 64;
/** The longest varint before a text. */
const maxHeadBytes = 5;
const encoder = new TextEncoder();

/** A record's values, each at its field's number; a field without a value is undefined. */
export type Values = readonly (Value | undefined)[];

/** The decrypted values of one field, by the position of the record in the group; undefined if a record has none. */
export type GroupValues = (position: number) => Value | undefined;

/** The padded length of a field's plaintext: in steps of about an eighth, so that it reveals little about the lengths of values. */
export function paddedGroupLength(length: number): number {
  const smallestStep = length < minLongBytes ? shortStep : minStep;
  const step = Math.max(smallestStep, 2 ** (Math.floor(Math.log2(length + 1)) - 3));
  return Math.ceil((length + 1) / step) * step;
}

/** The longest text whose head is one ASCII character, and all such heads. */
const maxShortText = 62;
const shortHeads = Array.from({ length: 2 * maxShortText + 3 }, (_, head) => String.fromCharCode(head));
const noValue = String.fromCharCode(0);

let scratch = Buffer.alloc(64 * 1024);

/** The padded plaintexts of a group's fields, in order. The next group overwrites them. */
export class PlainFields {
  readonly #ends: number[] = [];
  #end = 0;

  /** Adds the values of a field. */
  add(records: readonly Values[], field: number): void {
    const from = this.#end;
    const end =
      this.#addWholeNumbers(records, field) ??
      this.#addShortTexts(records, field) ??
      this.#addTexts(records, field);
    const length = paddedGroupLength(end - from);
    this.#reserve(length);
    scratch.fill(0, end, from + length);
    scratch[end] = marker;
    this.#end = from + length;
    this.#ends.push(this.#end);
  }

  of(field: number): Buffer {
    return scratch.subarray(this.#ends[field - 1] ?? 0, this.#ends[field]);
  }

  all(): Buffer {
    return scratch.subarray(0, this.#end);
  }

  /** Encodes the values of a field as a column, if all are whole numbers. @returns the end; null if any is not. */
  #addWholeNumbers(records: readonly Values[], field: number): number | null {
    const numbers: number[] = [];
    let max = -1;
    for (const values of records) {
      const value = values[field];
      const number = value?.type === 'n' ? wholeNumberOf(value.text) : -1;
      if (value && number < 0) return null;
      numbers.push(number);
      if (number > max) max = number;
    }
    if (max < 0) return null;
    const width = widthOf(max);
    this.#reserve(columnHead.length + 1 + numbers.length * width);
    scratch.set(columnHead, this.#end);
    return putWholeNumbers(scratch, this.#end + columnHead.length, numbers, width);
  }

  /** Encodes the values of a field at once, if all are short and ASCII. @returns the end; null if any is not. */
  #addShortTexts(records: readonly Values[], field: number): number | null {
    let joined = '';
    for (const values of records) {
      const value = values[field];
      if (!value) joined += noValue;
      else if (value.text.length > maxShortText) return null;
      else joined += shortHeads[1 + 2 * value.text.length + (value.type === 'n' ? 1 : 0)]! + value.text;
    }
    this.#reserve(joined.length);
    const { read, written } = encoder.encodeInto(
      joined,
      scratch.subarray(this.#end, this.#end + joined.length),
    );
    return read === joined.length && written === joined.length ? this.#end + written : null;
  }

  /** Encodes the values of a field one by one. @returns where they end. */
  #addTexts(records: readonly Values[], field: number): number {
    let at = this.#end;
    for (const values of records) {
      const value = values[field];
      const text = value?.text ?? '';
      if (!text.isWellFormed())
        throw new RangeError('The text has half a surrogate pair, which UTF-8 cannot encode.');
      const bytes = Buffer.byteLength(text);
      this.#reserve(at - this.#end + maxHeadBytes + bytes);
      at = putVarint(scratch, at, value ? 1 + 2 * bytes + (value.type === 'n' ? 1 : 0) : 0);
      at += scratch.write(text, at);
    }
    return at;
  }

  /** Makes room for a number of bytes after the fields that were added. */
  #reserve(bytes: number): void {
    const needed = this.#end + bytes;
    if (needed <= scratch.length) return;
    const larger = Buffer.alloc(2 * needed);
    larger.set(scratch);
    scratch = larger;
  }
}

/** Finds the values in a plaintext. Only requested values are converted to text. @throws {RangeError} if the bytes are not values. */
export function decodeValues(plain: Buffer, records: number): GroupValues {
  return plain[0] === columnHead[0] && plain[1] === columnHead[1]
    ? decodeColumn(plain, records)
    : decodeTexts(plain, records);
}

function decodeColumn(plain: Buffer, records: number): GroupValues {
  const column = readWholeNumbers(plain, columnHead.length, records);
  if (!column) refuse('these are not whole numbers');
  requirePadding(plain, column.end);
  return (position) => {
    const number = position >= 0 && position < records ? column.numberAt(position) : -1;
    return number < 0 ? undefined : { type: 'n', text: String(number) };
  };
}

function decodeTexts(plain: Buffer, records: number): GroupValues {
  const end = endOfValues(plain, 0, records);
  requirePadding(plain, end);
  // Nearly all texts are ASCII, and so are the heads of short ones: one check of all of them is enough.
  const isPlain = isAscii(plain.subarray(0, end));
  for (let at = 0, position = 0; !isPlain && position < records; position++) {
    const { from, to } = textAt(plain, at);
    if (!isUtf8(plain.subarray(from, to))) refuse('the text is not UTF-8');
    at = to;
  }
  /** Where the value of the position `next` begins. */
  let at = 0;
  let next = 0;
  return (position) => {
    if (!(position >= 0 && position < records)) return undefined;
    if (position < next) at = next = 0;
    at = endOfValues(plain, at, position - next);
    const { head, from, to } = textAt(plain, at);
    at = to;
    next = position + 1;
    if (head === 0) return undefined;
    return {
      type: head % 2 === 0 ? 'n' : 's',
      text: plain.toString(isPlain ? 'latin1' : 'utf8', from, to),
    };
  };
}

/** Where a number of values ends that begin at a position. @throws {RangeError} if a head is invalid. */
function endOfValues(plain: Buffer, start: number, values: number): number {
  let at = start;
  for (let left = values; left > 0; left--) {
    const head = plain[at];
    // Nearly all heads are one byte.
    if (head !== undefined && head < 128) at += head === 0 ? 1 : 1 + ((head - 1) >>> 1);
    else at = textAt(plain, at).to;
  }
  return at;
}

/** The head of the value at a position, and where its text is. */
function textAt(plain: Buffer, at: number): { head: number; from: number; to: number } {
  const reader = varintReader(plain, at, refuse);
  const head = reader.number();
  const from = reader.at;
  // Not by shifting, which would drop bits above 32.
  return { head, from, to: head === 0 ? from : from + Math.floor((head - 1) / 2) };
}

function requirePadding(plain: Buffer, from: number): void {
  let isPadding = plain[from] === marker;
  for (let at = from + 1; at < plain.length; at++) isPadding &&= plain[at] === 0;
  if (!isPadding) refuse('it is truncated or has no padding');
}

function refuse(reason: string): never {
  throw new RangeError(`These are not the values of a field: ${reason}.`);
}
