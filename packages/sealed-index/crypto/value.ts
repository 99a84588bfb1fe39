/** Seals and opens single values: XChaCha20-Poly1305 bound to the value's place. */
import { encodeShortId } from '@cloakroom/wire/shortId.ts';
import { openBytes, sealBytes } from './aead.ts';
import { canonical } from './derive.ts';
import { padValue, readValue, type Value, type ValueType } from './plaintext.ts';
import { Tampered } from './tampered.ts';

const version = 'v1';
const recordBytes = 16;

/** What a field's values are bound to: schema id, field name, and the generation of its key, from 1. */
export type ValueContext = { schema: string; field: string; generation: number };

/** One field's key, ready to seal and open. A record is the 16 bytes of its id. */
export type FieldSealer = {
  readonly field: string;
  /**
   * The envelope of a value.
   * @param nonce - must be unique to this value; by default a new one is derived.
   * @throws {RangeError} if the text cannot be encoded in UTF-8 or the record is not an id.
   */
  seal(record: Uint8Array, type: ValueType, text: string, nonce?: Buffer): Buffer;
  /** The value in an envelope. @throws {Tampered} if it isn't exactly what was sealed for this place. */
  open(record: Uint8Array, envelope: Uint8Array): Value;
};

/**
 * Seals and opens the values of one field. The associated data name version, schema, record, field and generation; all
 * but the record are encoded once, and each record's bytes are written into their place.
 */
export function fieldSealer(key: Uint8Array, { schema, field, generation }: ValueContext): FieldSealer {
  const ownKey = Buffer.from(key);
  const before = canonical(version, schema);
  const after = canonical(field, generation);
  const associated = Buffer.concat([before, canonical(new Uint8Array(recordBytes)), after]);
  const recordAt = associated.length - after.length - recordBytes;
  const associatedFor = (record: Uint8Array) => {
    if (record.length !== recordBytes)
      throw new RangeError(`A record's id has 16 bytes, not ${record.length}.`);
    associated.set(record, recordAt);
    return associated;
  };
  return {
    field,
    seal: (record, type, text, nonce) =>
      sealBytes(ownKey, associatedFor(record), padValue(type, text), nonce),
    open(record, envelope) {
      const padded = openBytes(ownKey, associatedFor(record), envelope);
      const value = padded && readValue(padded);
      if (!value) throw new Tampered(field, encodeShortId(record));
      return value;
    },
  };
}
