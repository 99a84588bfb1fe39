/**
 * Seals and opens the values of a group of neighbouring records: one XChaCha20-Poly1305 for each field, bound to its place. The
 * plaintext of a field is that of groupPlaintext.ts.
 */
import { encodeGroup, groupSaltBytes, type SealedGroup } from '@cloakroom/wire/recordGroup.ts';
import { recordsPerGroup } from '@cloakroom/contract/segments.ts';
import sodium from 'sodium-native';
import { canonical, deriveKey } from './derive.ts';
import { decodeValues, PlainFields, type GroupValues, type Values } from './groupPlaintext.ts';
import { nonceBytes, nonceFor } from './nonces.ts';

const version = 'v2';
const tagBytes = 16;
const uploadBytes = 12;

/** Where a group is: its upload, and its number there. Group 0 has records 0 to 31. */
export type GroupAddress = { upload: Uint8Array; group: number };

/** A schema, and the generation of the keys of its groups. */
export type GroupContext = { schema: string; generation: number };

/** A field and its key. */
export type GroupField = { name: string; key: Uint8Array };

/** Seals the groups of one schema and generation. */
export type GroupSealer = {
  /**
   * A sealed group.
   * @param records - the values of each record, by the number of the field; at most 32 records.
   * @throws {RangeError} if a string has half a surrogate pair, or there are too many records or values.
   */
  seal(address: GroupAddress, records: readonly Values[]): Uint8Array;
};

/** Opens one field of groups. */
export type GroupFieldOpener = {
  /**
   * The values of a field; null if they aren't exactly what was sealed for this place.
   * @param number - the field's number in the schema.
   */
  open(address: GroupAddress, group: SealedGroup, number: number): GroupValues | null;
};

/**
 * Prepares to seal groups. The query key only derives salts, so that they differ even if random numbers repeat.
 * @param fields - in the order of their numbers.
 */
export function groupSealer(
  { queryKey, ...context }: GroupContext & { queryKey: Uint8Array },
  fields: readonly GroupField[],
): GroupSealer {
  const saltKey = deriveKey(queryKey, 'record group salts');
  const keys = fields.map(({ key }) => Buffer.from(key));
  const contexts = fields.map(({ name }) => fieldContext(context, name));
  const nonce = Buffer.alloc(nonceBytes);
  return {
    seal(address, records) {
      if (records.length < 1 || records.length > recordsPerGroup)
        throw new RangeError(`A group has 1 to ${recordsPerGroup} records, not ${records.length}.`);
      if (records.some((values) => values.length > fields.length))
        throw new RangeError(`A record has more values than the ${fields.length} fields of the schema.`);
      const plain = new PlainFields();
      for (let field = 0; field < fields.length; field++) plain.add(records, field);
      // The number of records determines where the plaintext of each field ends, so different groups are different messages.
      const place = canonical(address.upload, address.group, records.length);
      const salt = Buffer.from(nonceFor(saltKey, place, plain.all()).subarray(0, groupSaltBytes));
      nonce.set(salt);
      const sealed = fields.map((_, field) => {
        const message = plain.of(field);
        const ciphertext = Buffer.allocUnsafe(message.length + tagBytes);
        nonce.writeUInt16BE(field, groupSaltBytes);
        sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(
          ciphertext,
          message,
          contexts[field]!(address, records.length),
          null,
          nonce,
          keys[field]!,
        );
        return ciphertext;
      });
      return encodeGroup({ records: records.length, salt, fields: sealed });
    },
  };
}

/** Opens one field of a schema's groups. */
export function groupFieldOpener(context: GroupContext, { name, key }: GroupField): GroupFieldOpener {
  const ownKey = Buffer.from(key);
  const associatedOf = fieldContext(context, name);
  const nonce = Buffer.alloc(nonceBytes);
  return {
    open(address, { records, salt, fields }, number) {
      const sealed = fields[number] ?? new Uint8Array();
      if (sealed.length < tagBytes) return null;
      nonce.set(salt);
      nonce.writeUInt16BE(number, groupSaltBytes);
      const plain = Buffer.allocUnsafe(sealed.length - tagBytes);
      try {
        sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
          plain,
          null,
          sealed as Buffer,
          associatedOf(address, records),
          nonce,
          ownKey,
        );
        return decodeValues(plain, records);
      } catch {
        return null;
      }
    },
  };
}

/** The associated data of a field in a group of this number of records. The next call overwrites the bytes. */
function fieldContext({ schema, generation }: GroupContext, name: string) {
  const start = canonical(version, schema);
  const end = canonical(name, generation);
  const empty = canonical(new Uint8Array(uploadBytes), 0, 0);
  const data = Buffer.concat([start, empty, end]);
  const uploadAt = start.length + 5;
  const groupAt = uploadAt + uploadBytes + 1;
  return ({ upload, group }: GroupAddress, records: number): Buffer => {
    if (upload.length !== uploadBytes)
      throw new RangeError(`An upload's id has ${uploadBytes} bytes, not ${upload.length}.`);
    data.set(upload, uploadAt);
    // The lower halves of 8 bytes each.
    data.writeUInt32BE(group, groupAt + 4);
    data.writeUInt32BE(records, groupAt + 9 + 4);
    return data;
  };
}
