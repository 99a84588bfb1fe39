/**
 * The binary body of one sealed segment, big-endian:
 * `CRS1`, header length u32, block count u32, upload 12 bytes, first number u32, record count u32,
 * header, labels (8 bytes each, ascending), blocks (1,024 bytes each, in label order), then every record as length u32 and its bytes.
 * A merged segment carries no records of its own: their count is 0.
 */
import { blockBytes, labelBytes } from './segments.ts';

export type SegmentBody = {
  header: Uint8Array;
  labels: Uint8Array;
  blocks: Uint8Array;
  upload: Uint8Array;
  /** The number of the first record; the others follow it. */
  first: number;
  /** Packed records. */
  records: Uint8Array[];
};

/** How many records a segment may carry. */
export const recordsPerSegment = 65_536;

const magic = 0x43525331;
const preamble = 32;

/** The parts of a body before its records, ready to be written one after the other. */
export function segmentHead(body: Omit<SegmentBody, 'records'>, recordCount: number): Uint8Array[] {
  const start = new Uint8Array(preamble);
  const view = new DataView(start.buffer);
  view.setUint32(0, magic);
  view.setUint32(4, body.header.length);
  view.setUint32(8, body.labels.length / labelBytes);
  start.set(body.upload, 12);
  view.setUint32(24, body.first);
  view.setUint32(28, recordCount);
  return [start, body.header, body.labels, body.blocks];
}

/** The length that precedes a record. */
export function recordLength(record: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, record.length);
  return bytes;
}

/** Read a body; its parts are views on the bytes given. @throws {RangeError} when the bytes are no whole segment. */
export function readSegmentBody(bytes: Uint8Array): SegmentBody {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const pass = (length: number) => {
    if (at + length > bytes.length) throw new RangeError('The segment is cut short.');
    at += length;
  };
  const take = (length: number) => {
    pass(length);
    return bytes.subarray(at - length, at);
  };
  pass(preamble);
  if (view.getUint32(0) !== magic) throw new RangeError('The body is no sealed segment.');
  if (view.getUint32(28) > recordsPerSegment)
    throw new RangeError(`A segment carries at most ${recordsPerSegment} records.`);
  const header = take(view.getUint32(4));
  const blockCount = view.getUint32(8);
  const labels = take(blockCount * labelBytes);
  const blocks = take(blockCount * blockBytes);
  const records: Uint8Array[] = [];
  for (let left = view.getUint32(28); left > 0; left--) {
    pass(4);
    records.push(take(view.getUint32(at - 4)));
  }
  if (at !== bytes.length) throw new RangeError('The segment is longer than it says.');
  return { header, labels, blocks, upload: bytes.subarray(12, 24), first: view.getUint32(24), records };
}
