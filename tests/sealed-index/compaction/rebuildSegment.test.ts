/**
 * Rebuilding an index after the service has dropped values: such records are reported as unreadable, not indexed as
 * empty.
 */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import { fieldSetTagOf, unpackRecord } from '@cloakroom/wire/packedRecord.ts';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import { recordId } from '@cloakroom/wire/shortId.ts';
import { fieldSealer } from '@cloakroom/sealed-index/crypto/value.ts';
import { rebuildSegment } from '@cloakroom/sealed-index/compaction/rebuildSegment.ts';
import { packedRecordSealer } from '#tests/support/packedRecords.ts';

const schema = '2'.repeat(22);
const fields = fieldsOf({
  type: 'object',
  properties: { age: { type: 'integer', minimum: 0, maximum: 120 }, name: { type: 'string' } },
});
const names = fields.map(({ name }) => name);
const [queryKey, upload] = [randomBytes(32), randomBytes(12)];
const fieldKeys = fields.map(() => randomBytes(32));
const sealer = packedRecordSealer(
  { queryKey, schema, generation: 1 },
  names.map((field, number) => fieldSealer(fieldKeys[number]!, { schema, field, generation: 1 })),
);

function sealed(number: number): SealedRecord {
  const id = Buffer.concat([upload, Buffer.alloc(4)]);
  id.writeUInt32BE(number, 12);
  const age = number === 3 ? undefined : ({ type: 'n', text: String(number) } as const);
  const packed = sealer.seal(id, [age, { type: 's', text: `Person ${number}` }]);
  return {
    id: recordId(upload, number),
    ...{ url: '', schema, owner: '', created: '' },
    data: unpackRecord(packed, names),
    field_set: Buffer.from(fieldSetTagOf(packed)!).toString('hex'),
  };
}

const rebuilt = (change: (record: SealedRecord, number: number) => SealedRecord, field_sets?: 1) =>
  rebuildSegment(
    {
      ...{ schema, fields, queryKey, fieldKeys, id: randomBytes(16) },
      entry: {
        id: '0'.repeat(32),
        records: 6,
        generation: 1,
        header_hash: '0'.repeat(64),
        ranges: [{ upload: upload.toString('hex'), first: 0, count: 6 }],
        ...(field_sets && { field_sets }),
      },
    },
    {
      records: (records) => Promise.resolve(records.map(([, number]) => change(sealed(number), number))),
      groups: () => Promise.reject(new Error('The records are in no groups.')),
    },
  );

test('records with all their values are indexed, and so are those that never had one', async () => {
  expect((await rebuilt((record) => record, 1)).unreadable).toEqual([]);
});

test('a dropped value, an emptied record and a stripped tag are unreadable where records carry tags', async () => {
  const change = (record: SealedRecord, number: number): SealedRecord => {
    const { field_set: _, ...untagged } = record;
    const { age: __, ...rest } = record.data;
    return number === 1
      ? { ...record, data: rest }
      : number === 2
        ? { ...record, data: {} }
        : number === 5
          ? untagged
          : record;
  };
  expect((await rebuilt(change, 1)).unreadable).toEqual([
    [1, 2],
    [5, 1],
  ]);
  // Records of earlier versions have no tags, so the loss is undetectable.
  expect((await rebuilt(change)).unreadable).toEqual([]);
});
