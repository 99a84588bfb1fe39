/** Segments with packed records, as earlier versions stored them: each value is sealed by itself. */
import type { Field } from '@cloakroom/contract/fields.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import type { Value } from '@cloakroom/sealed-index/crypto/plaintext.ts';
import { fieldSealer } from '@cloakroom/sealed-index/crypto/value.ts';
import { itemLength, segmentHead } from '@cloakroom/wire/segmentBody.ts';
import { packedRecordSealer } from '#tests/support/packedRecords.ts';
import { readSegmentBody } from '#tests/support/segmentBody.ts';

type Keys = {
  schema: Schema;
  fields: readonly Field[];
  queryKey: Uint8Array;
  fieldKeys: readonly Uint8Array[];
};
type Row = Record<string, string | number | undefined>;

const valueOf = (value: string | number | undefined): Value | undefined =>
  value === undefined ? undefined : { type: typeof value === 'number' ? 'n' : 's', text: String(value) };

/** The format and the tag at the beginning of a packed record; the first versions wrote neither. */
const tagBytes = 17;

/** The body of a segment with the same index, and these rows as packed records. */
export async function packedBody(
  grouped: Uint8Array,
  { schema: { id: schema, generation }, fields, queryKey, fieldKeys }: Keys,
  rows: readonly Row[],
  isTagged = true,
): Promise<Buffer> {
  const segment = await readSegmentBody(grouped);
  const sealer = packedRecordSealer(
    { queryKey, schema, generation },
    fields.map(({ name }, at) => fieldSealer(fieldKeys[at]!, { schema, field: name, generation })),
  );
  const items = rows.map((row, index) => {
    const record = Buffer.concat([segment.upload, Buffer.alloc(4)]);
    record.writeUInt32BE(segment.first + index, 12);
    const packed = sealer.seal(
      record,
      fields.map(({ name }) => valueOf(row[name])),
    );
    return isTagged ? packed : packed.subarray(tagBytes);
  });
  return Buffer.concat([
    ...segmentHead(segment, items.length, 'records'),
    ...items.flatMap((item) => [itemLength(item), item]),
  ]);
}

/** The entry of such a segment. */
export function packedEntry({ group_records: _, ...entry }: SegmentEntry, isTagged = true): SegmentEntry {
  return isTagged ? { ...entry, field_sets: 1 } : entry;
}
