/**
 * A group of neighbouring records as bytes: the number of records (1 byte), a salt (22 bytes), then for each field of the
 * schema, in ascending order of names, the length (a varint) and the sealed values of all the group's records.
 *
 * Example, two records of a schema with two fields: `02` ‖ salt ‖ `30` ‖ 48 bytes ‖ `30` ‖ 48 bytes.
 *
 * A group has every field, even one without a value in any of its records, so that a missing field is detected.
 */
import { recordsPerGroup } from '@cloakroom/contract/segments.ts';
import { putVarint, varintLength, varintReader } from './varint.ts';

/** Bytes of a group's salt: with the number of a field it makes the nonce of that field. */
export const groupSaltBytes = 22;

/** A group before its fields are opened. */
export type SealedGroup = {
  records: number;
  salt: Uint8Array;
  /** The sealed values of each field, at the field's number. */
  fields: Uint8Array[];
};

const headBytes = 1 + groupSaltBytes;

/** Writes a group. */
export function encodeGroup({ records, salt, fields }: SealedGroup): Uint8Array {
  const length = fields.reduce((sum, field) => sum + varintLength(field.length) + field.length, headBytes);
  const bytes = new Uint8Array(length);
  bytes[0] = records;
  bytes.set(salt, 1);
  let at = headBytes;
  for (const field of fields) {
    at = putVarint(bytes, at, field.length);
    bytes.set(field, at);
    at += field.length;
  }
  return bytes;
}

/**
 * Reads a group of a schema with this number of fields. The parts are views of `bytes`, not copies.
 * @throws {RangeError} if the bytes are truncated or too long, or have the wrong number of fields or more records than a group may have.
 */
export function decodeGroup(bytes: Uint8Array, fieldCount: number): SealedGroup {
  const records = bytes[0] ?? 0;
  if (records < 1 || records > recordsPerGroup) refuse(`it names ${records} records`);
  if (bytes.length < headBytes) refuse('it is truncated');
  const reader = varintReader(bytes, headBytes, refuse);
  const fields = Array.from({ length: fieldCount }, () => {
    const length = reader.number();
    const from = reader.at;
    if (length > bytes.length - from) refuse('it is truncated');
    reader.at += length;
    return bytes.subarray(from, from + length);
  });
  if (reader.at < bytes.length) refuse('it is longer than its fields');
  return { records, salt: bytes.subarray(1, headBytes), fields };
}

/**
 * The number of fields that a group has.
 * @throws {RangeError} if the bytes are truncated.
 */
export function fieldCountOf(bytes: Uint8Array): number {
  if (bytes.length < headBytes) refuse('it is truncated');
  const reader = varintReader(bytes, headBytes, refuse);
  let fields = 0;
  for (; reader.at < bytes.length; fields++) {
    const length = reader.number();
    if (length > bytes.length - reader.at) refuse('it is truncated');
    reader.at += length;
  }
  return fields;
}

function refuse(reason: string): never {
  throw new RangeError(`This is not a group of sealed records: ${reason}.`);
}
