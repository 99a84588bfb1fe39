/** Sealed segments as a proxy would send them, of random bytes, which the service can't distinguish. */
import { createHash, randomBytes } from 'node:crypto';
import { packedLength, packInto } from '@cloakroom/wire/packedRecord.ts';
import { encodeGroup, groupSaltBytes } from '@cloakroom/wire/recordGroup.ts';
import { itemLength, segmentHead } from '@cloakroom/wire/segmentBody.ts';
import { recordsPerGroup, type Manifest, type SegmentEntry } from '@cloakroom/contract/segments.ts';

export type TestSegment = {
  id: string;
  body: Buffer;
  /** The segment's entry in a manifest. */
  entry: SegmentEntry;
  labels: Buffer[];
  blocks: Buffer[];
  header: Buffer;
};

/** A packed record with `fields` random values of `bytes` bytes. */
export function packedRecord(fields: number, bytes: number): Uint8Array {
  const envelopes = Array.from({ length: fields }, () => randomBytes(bytes));
  const packed = new Uint8Array(packedLength(envelopes));
  packInto(packed, envelopes);
  return packed;
}

/** A group of `records` records, with a random value of `bytes` bytes for each field. */
export function recordGroup(records: number, fields: number, bytes: number): Uint8Array {
  const values = Array.from({ length: fields }, () => randomBytes(bytes));
  return encodeGroup({ records, salt: randomBytes(groupSaltBytes), fields: values });
}

/** The sizes of the groups of `records` records. */
const groupSizes = (records: number) =>
  Array.from({ length: Math.ceil(records / recordsPerGroup) }, (_, group) =>
    Math.min(recordsPerGroup, records - group * recordsPerGroup),
  );

/** A segment of `records` records of the upload, starting at number `first`. */
export function testSegment(options: {
  records: number;
  upload?: string;
  first?: number;
  fields?: number;
  bytes?: number;
  blocks?: number;
  /** Whether the records are sealed in groups, and not one by one as by earlier versions. */
  grouped?: boolean;
  /** For a merged segment: the records that it takes over. */
  ranges?: SegmentEntry['ranges'];
}): TestSegment {
  const { upload = newUpload(), first = 0, fields = 2, bytes = 48, grouped = false } = options;
  const labels = Array.from({ length: options.blocks ?? 3 }, () => randomBytes(8)).sort((a, b) =>
    a.compare(b),
  );
  const blocks = labels.map(() => randomBytes(1024));
  const header = randomBytes(256);
  const recordCount = options.ranges ? 0 : options.records;
  const items = grouped
    ? groupSizes(recordCount).map((records) => recordGroup(records, fields, bytes))
    : Array.from({ length: recordCount }, () => packedRecord(fields, bytes));
  const head = segmentHead(
    {
      header,
      labels: Buffer.concat(labels),
      blocks: Buffer.concat(blocks),
      upload: Buffer.from(upload, 'hex'),
      first,
    },
    recordCount,
    grouped ? 'groups' : 'records',
  );
  const id = randomBytes(16).toString('hex');
  return {
    id,
    body: Buffer.concat([...head, ...items.flatMap((item) => [itemLength(item), item])]),
    entry: {
      id,
      records: options.records,
      generation: 1,
      header_hash: createHash('sha256').update(header).digest('hex'),
      ranges: options.ranges ?? [{ upload, first, count: options.records }],
      ...(grouped && { group_records: recordsPerGroup }),
    },
    labels,
    blocks,
    header,
  };
}

/** A new upload id. */
export const newUpload = (): string => randomBytes(12).toString('hex');

/** The manifest that follows another. */
export const successor = (present: Manifest, segments: SegmentEntry[]): Manifest => ({
  ...present,
  version: present.version + 1,
  segments,
  mac: randomBytes(32).toString('hex'),
});
