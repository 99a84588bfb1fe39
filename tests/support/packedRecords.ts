/** Seals whole records into the packed form of earlier versions, which the product still reads, but no longer writes. */
import { packInto, packedLength } from '@cloakroom/wire/packedRecord.ts';
import { fieldSets } from '@cloakroom/sealed-index/crypto/fieldSet.ts';
import type { Values } from '@cloakroom/sealed-index/crypto/groupPlaintext.ts';

import type { FieldSealer } from '@cloakroom/sealed-index/crypto/value.ts';

/** The query key that authenticates which fields of a record have values, and whose it is. */
type RecordContext = { queryKey: Uint8Array; schema: string; generation: number };

/** Seals records of one schema. */
export type PackedRecordSealer = {
  /**
   * Seals a record.
   * @param record - the 16 bytes of its id.
   * @throws {RangeError} if a value cannot be sealed.
   */
  seal(record: Uint8Array, values: Values): Buffer;
};

/** Joins the sealers of a schema's fields, in the order of `fieldsOf`. */
export function packedRecordSealer(
  { queryKey, schema, generation }: RecordContext,
  sealers: readonly FieldSealer[],
): PackedRecordSealer {
  const names = sealers.map(({ field }) => field);
  const sets = fieldSets(queryKey, { schema, generation, names });
  return {
    seal(record, values) {
      const present = [...values.keys()].filter((field) => values[field]);
      const envelopes = values.map(
        (value, field) => value && sealers[field]!.seal(record, value.type, value.text),
      );
      const packed = Buffer.allocUnsafe(packedLength(envelopes, true));
      packInto(packed, envelopes, sets.tag(record, present));
      return packed;
    },
  };
}
