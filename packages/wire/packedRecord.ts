/**
 * A sealed record as bytes, the form that is stored and sent.
 *
 * Format 1: for each field that has a value its number (a varint), the envelope's length (a varint) and the envelope, in
 * ascending order of field numbers. Format 2: the byte 0xF2, the field-set tag (16 bytes), then format 1. A schema has at most
 * 200 fields, so no record of format 1 begins with 0xC8 or a higher byte.
 */
import { envelopeText } from './envelope.ts';
import { putVarint, varintLength, varintReader } from './varint.ts';

/** Bytes of a field-set tag: it authenticates which fields of the record have values. */
export const fieldSetTagBytes = 16;

/** The first byte of format 2. */
const taggedFormat = 0xf2;

/** How many bytes {@link packInto} writes, with a field-set tag or without one. */
export function packedLength(envelopes: readonly (Uint8Array | undefined)[], isTagged = false): number {
  let length = isTagged ? 1 + fieldSetTagBytes : 0;
  for (const [field, envelope] of envelopes.entries())
    if (envelope) length += varintLength(field) + varintLength(envelope.length) + envelope.length;
  return length;
}

/**
 * Writes a record into `target`, which has {@link packedLength} bytes. A field's envelope is at the field's number.
 * @param tag - the record's field-set tag; without one, format 1 is written.
 */
export function packInto(
  target: Uint8Array,
  envelopes: readonly (Uint8Array | undefined)[],
  tag?: Uint8Array,
): void {
  let at = 0;
  if (tag) {
    target[at++] = taggedFormat;
    target.set(tag, at);
    at += fieldSetTagBytes;
  }
  for (const [field, envelope] of envelopes.entries()) {
    if (!envelope) continue;
    at = putVarint(target, at, field);
    at = putVarint(target, at, envelope.length);
    target.set(envelope, at);
    at += envelope.length;
  }
}

/**
 * The field-set tag of a packed record; null in format 1. A view of `bytes`.
 * @throws {RangeError} if the tag is truncated.
 */
export function fieldSetTagOf(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] !== taggedFormat) return null;
  if (bytes.length <= fieldSetTagBytes) return refuse('it is truncated');
  return bytes.subarray(1, 1 + fieldSetTagBytes);
}

/**
 * The envelopes of a packed record, each at its field's number; a field without a value is undefined. The envelopes are
 * views of `bytes`, not copies.
 * @throws {RangeError} if the bytes are truncated, name a field number of `fields` or more, or name one twice or out of order.
 */
export function packedEnvelopes(bytes: Uint8Array, fields: number): (Uint8Array | undefined)[] {
  const parts = new Array<Uint8Array | undefined>(fields).fill(undefined);
  scanPacked(bytes, fields, (field, from, to) => (parts[field] = bytes.subarray(from, to)));
  return parts;
}

/**
 * Scans a packed record without collecting its envelopes, which halves the cost of a check.
 * @param onEnvelope - called with the field of each envelope, and its start and end in `bytes`.
 * @throws {RangeError} as {@link packedEnvelopes}.
 */
export function scanPacked(
  bytes: Uint8Array,
  fields: number,
  onEnvelope: (field: number, from: number, to: number) => void = () => undefined,
): void {
  const reader = varintReader(bytes, fieldSetTagOf(bytes) ? 1 + fieldSetTagBytes : 0, refuse);
  for (let minField = 0; reader.at < bytes.length;) {
    const field = reader.number();
    if (field >= fields) refuse(`it names field ${field} of ${fields}`);
    if (field < minField) refuse(`field ${field} is repeated or out of order`);
    const length = reader.number();
    if (length > bytes.length - reader.at) refuse('it is truncated');
    onEnvelope(field, reader.at, (reader.at += length));
    minField = field + 1;
  }
}

function refuse(reason: string): never {
  throw new RangeError(`This is not a packed record: ${reason}.`);
}

/**
 * A packed record as JSON carries it: field name → envelope text. `fieldNames` are the schema's fields in order.
 * @param textOf - writes an envelope as text, for callers with a faster way.
 * @throws {RangeError} if the bytes are not a packed record of these fields.
 */
export function unpackRecord(
  bytes: Uint8Array,
  fieldNames: readonly string[],
  textOf: (envelope: Uint8Array, field: number) => string = (envelope) => envelopeText(envelope),
): Record<string, string> {
  const parts = packedEnvelopes(bytes, fieldNames.length);
  const record: Record<string, string> = {};
  for (let field = 0; field < parts.length; field++) {
    const [name, envelope] = [fieldNames[field]!, parts[field]];
    if (!envelope) continue;
    const value = textOf(envelope, field);
    // A field of this name is treated like any other.
    if (name === '__proto__') Object.defineProperty(record, name, { ...dataProperty, value });
    else record[name] = value;
  }
  return record;
}

const dataProperty = { enumerable: true, configurable: true, writable: true };
