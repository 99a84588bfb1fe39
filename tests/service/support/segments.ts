/** Sealed segments as a proxy would send them, of random bytes, which the service can't distinguish. */
import { createHash, randomBytes } from 'node:crypto';
import { packedLength, packInto } from '@cloakroom/wire/packedRecord.ts';
import { recordLength, segmentHead } from '@cloakroom/wire/segmentBody.ts';
import type { Manifest, SegmentEntry } from '@cloakroom/contract/segments.ts';

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

/** A segment of `records` records of the upload, from number `first` on. */
export function testSegment(options: {
  records: number;
  upload?: string;
  first?: number;
  fields?: number;
  bytes?: number;
  blocks?: number;
  /** For a merged segment: the records that it takes over. */
  ranges?: SegmentEntry['ranges'];
}): TestSegment {
  const { upload = newUpload(), first = 0, fields = 2, bytes = 48 } = options;
  const labels = Array.from({ length: options.blocks ?? 3 }, () => randomBytes(8)).sort((a, b) =>
    a.compare(b),
  );
  const blocks = labels.map(() => randomBytes(1024));
  const header = randomBytes(256);
  const records = options.ranges
    ? []
    : Array.from({ length: options.records }, () => packedRecord(fields, bytes));
  const head = segmentHead(
    {
      header,
      labels: Buffer.concat(labels),
      blocks: Buffer.concat(blocks),
      upload: Buffer.from(upload, 'hex'),
      first,
    },
    records.length,
  );
  const id = randomBytes(16).toString('hex');
  return {
    id,
    body: Buffer.concat([...head, ...records.flatMap((record) => [recordLength(record), record])]),
    entry: {
      id,
      records: options.records,
      generation: 1,
      header_hash: createHash('sha256').update(header).digest('hex'),
      ranges: options.ranges ?? [{ upload, first, count: options.records }],
    },
    labels,
    blocks,
    header,
  };
}

/** A fresh upload's id. */
export const newUpload = (): string => randomBytes(12).toString('hex');

/** The manifest that follows another. */
export const successor = (present: Manifest, segments: SegmentEntry[]): Manifest => ({
  ...present,
  version: present.version + 1,
  segments,
  mac: randomBytes(32).toString('hex'),
});
