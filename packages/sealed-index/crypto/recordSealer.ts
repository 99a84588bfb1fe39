/** Seals a whole record into its packed form, and opens one. */
import { fieldSetTagOf, packInto, packedLength, packedEnvelopes } from '@cloakroom/wire/packedRecord.ts';
import { encodeShortId } from '@cloakroom/wire/shortId.ts';
import { fieldSets } from './fieldSet.ts';
import { recordNonces } from './nonces.ts';
import type { Value } from './plaintext.ts';
import { FieldSetMismatch } from './tampered.ts';
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
   * @throws {Tampered} when a value isn't what was sealed for this place. {FieldSetMismatch} when it has other fields than were
   * sealed.
   */
  open(record: Uint8Array, packed: Uint8Array): (Value | undefined)[];
};

/** The query key that authenticates which fields of a record have values, and whose it is. */
type RecordContext = { queryKey: Uint8Array; schema: string; generation: number };

/** Joins the sealers of a schema's fields, in the order of `fieldsOf`. */
export function recordSealer(
  { queryKey, schema, generation }: RecordContext,
  sealers: readonly FieldSealer[],
): RecordSealer {
  const names = sealers.map(({ field }) => field);
  const sets = fieldSets(queryKey, { schema, generation, names });
  const noncesFor = recordNonces(queryKey, sealers.length);
  const id = Buffer.alloc(16);
  return {
    seal(record, values) {
      if (values.length > sealers.length)
        throw new RangeError(`${values.length} values, but the schema has ${sealers.length} fields.`);
      id.set(record);
      const nonces = noncesFor(id, contentsOf(values));
      const present: number[] = [];
      const envelopes = values.map((value, field) => {
        if (!value) return undefined;
        present.push(field);
        return sealers[field]!.seal(record, value.type, value.text, nonces[field]);
      });
      const packed = Buffer.allocUnsafe(packedLength(envelopes, true));
      packInto(packed, envelopes, sets.tag(record, present));
      return packed;
    },
    open: (record, packed) => {
      const parts = packedEnvelopes(packed, sealers.length);
      const tag = Buffer.from(fieldSetTagOf(packed) ?? []).toString('hex');
      const present = [...parts.keys()].filter((field) => parts[field] !== undefined);
      if (!sets.fits(record, present, tag)) throw new FieldSetMismatch(encodeShortId(record), []);
      return sealers.map((sealer, field) => {
        const envelope = parts[field];
        return envelope && sealer.open(record, envelope);
      });
    },
  };
}

/** All values of a record as one message: no two records give the same. */
function contentsOf(values: Values): Buffer {
  let contents = '';
  for (const value of values) contents += value ? `${value.type}${value.text.length}:${value.text}` : '-';
  return Buffer.from(contents);
}
