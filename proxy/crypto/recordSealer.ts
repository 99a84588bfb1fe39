/** Seals a whole record into its packed form, and opens one. */
import { fieldSetTagOf, packInto, packedLength, packedParts } from '#contract/packedRecord.ts';
import { encodeShortId } from '#contract/shortId.ts';
import type { FieldSets } from './fieldSet.ts';
import type { Value } from './plaintext.ts';
import { FieldsTaken } from './tampered.ts';
import type { FieldSealer } from './value.ts';

/** A record's values, each at its field's number; a field without a value is undefined. */
export type Values = readonly (Value | undefined)[];

/** The keys of one schema's records. A record is the 16 bytes of its id. */
export type RecordSealer = {
  /** The packed record. @throws {RangeError} when a value cannot be sealed or there are more than fields. */
  seal(record: Uint8Array, values: Values): Buffer;
  /**
   * The values of a packed record.
   * @throws {RangeError} when the bytes are no packed record.
   * @throws {Tampered} when a value isn't what was sealed for this place. {FieldsTaken} when it has other fields than were
   * sealed.
   */
  open(record: Uint8Array, packed: Uint8Array): (Value | undefined)[];
};

/** Join the sealers of a schema's fields, in the order of `fieldsOf`, and what authenticates which of them have values. */
export function recordSealer(sealers: readonly FieldSealer[], sets: FieldSets): RecordSealer {
  return {
    seal(record, values) {
      const present: number[] = [];
      const envelopes = values.map((value, field) => {
        if (!value) return undefined;
        const sealer = sealers[field];
        if (!sealer)
          throw new RangeError(`A value for field ${field}, but the schema has ${sealers.length} fields.`);
        present.push(field);
        return sealer.seal(record, value.type, value.text);
      });
      const packed = Buffer.allocUnsafe(packedLength(envelopes, true));
      packInto(packed, envelopes, sets.tag(record, present));
      return packed;
    },
    open: (record, packed) => {
      const parts = packedParts(packed, sealers.length);
      const tag = Buffer.from(fieldSetTagOf(packed) ?? []).toString('hex');
      const present = [...parts.keys()].filter((field) => parts[field] !== undefined);
      if (!sets.fits(record, present, tag)) throw new FieldsTaken(encodeShortId(record), []);
      return sealers.map((sealer, field) => {
        const envelope = parts[field];
        return envelope && sealer.open(record, envelope);
      });
    },
  };
}
