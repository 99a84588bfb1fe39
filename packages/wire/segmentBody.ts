/**
 * The binary body of one sealed segment, big-endian:
 * `CRS1`, header length u32, block count u32, upload 12 bytes, first number u32, record count u32,
 * header, labels (8 bytes each, ascending), blocks (1,024 bytes each, in label order), then every record as length u32 and its bytes.
 * A merged segment contains no records: their count is 0.
 */
import { blockBytes, labelBytes } from '@cloakroom/contract/segments.ts';

/** The head of a body, before the segment's blocks. */
export type SegmentHead = {
  header: Uint8Array;
  labels: Uint8Array;
  upload: Uint8Array;
  /** The number of the first record; the others follow it. */
  first: number;
};

/** A body that is read in pieces, so that it is never in memory as a whole. */
export type SegmentBody = SegmentHead & {
  recordCount: number;
  /** The blocks in the order of their labels, some at a time. */
  blocks: () => AsyncGenerator<Uint8Array>;
  /** The packed records, some at a time. @throws {RangeError} when there are fewer or more bytes than records. */
  records: () => AsyncGenerator<Uint8Array[]>;
};

/** Where a body lies. */
export type SegmentSource = {
  length: number;
  /** The `length` bytes from `at` on. */
  read: (at: number, length: number) => Promise<Uint8Array>;
};

/** The maximum number of records in a segment. */
export const recordsPerSegment = 65_536;

const magic = 0x43525331;
const preambleBytes = 32;
/** Of the length before a record. */
const lengthBytes = 4;
/** How much is read at a time, a whole number of blocks. */
const maxReadBytes = 256 * blockBytes;

/** The parts of a body before its records, ready to be written one after the other. */
export function segmentHead(body: SegmentHead & { blocks: Uint8Array }, recordCount: number): Uint8Array[] {
  const start = new Uint8Array(preambleBytes);
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
  const bytes = new Uint8Array(lengthBytes);
  new DataView(bytes.buffer).setUint32(0, record.length);
  return bytes;
}

/** Reads the head of a body. @throws {RangeError} if it is not the head of a segment, or incomplete. */
export async function openSegmentBody(source: SegmentSource): Promise<SegmentBody> {
  const take = (at: number, length: number) => {
    if (at + length > source.length) throw new RangeError('The segment is cut short.');
    return source.read(at, length);
  };
  const start = await take(0, preambleBytes);
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  if (view.getUint32(0) !== magic) throw new RangeError('The body is no sealed segment.');
  const recordCount = view.getUint32(28);
  if (recordCount > recordsPerSegment)
    throw new RangeError(`A segment carries at most ${recordsPerSegment} records.`);
  const labelsAt = preambleBytes + view.getUint32(4);
  const blocksAt = labelsAt + view.getUint32(8) * labelBytes;
  const recordsAt = blocksAt + view.getUint32(8) * blockBytes;
  if (recordsAt > source.length) throw new RangeError('The segment is cut short.');

  async function* blocks(): AsyncGenerator<Uint8Array> {
    for (let at = blocksAt; at < recordsAt; at += maxReadBytes)
      yield take(at, Math.min(maxReadBytes, recordsAt - at));
  }
  async function* records(): AsyncGenerator<Uint8Array[]> {
    let at = recordsAt;
    let needed = lengthBytes;
    for (let left = recordCount; left > 0;) {
      const bytes = await take(at, Math.max(needed, Math.min(maxReadBytes, source.length - at)));
      const whole = wholeRecords(bytes, left);
      yield whole.records;
      left -= whole.records.length;
      at += whole.end;
      needed = whole.needed;
    }
    if (at !== source.length) throw new RangeError('The segment is longer than it says.');
  }
  return {
    header: await take(preambleBytes, labelsAt - preambleBytes),
    labels: await take(labelsAt, blocksAt - labelsAt),
    upload: start.subarray(12, 24),
    first: view.getUint32(24),
    recordCount,
    blocks,
    records,
  };
}

/**
 * The complete records in some bytes, up to a maximum, and where they end. The next one needs so many bytes, of which
 * its length has to be seen first.
 */
function wholeRecords(
  bytes: Uint8Array,
  maxRecords: number,
): { records: Uint8Array[]; end: number; needed: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const records: Uint8Array[] = [];
  let end = 0;
  let needed = lengthBytes;
  while (records.length < maxRecords) {
    needed = lengthBytes;
    if (end + needed > bytes.length) break;
    needed += view.getUint32(end);
    if (end + needed > bytes.length) break;
    records.push(bytes.subarray(end + lengthBytes, end + needed));
    end += needed;
  }
  return { records, end, needed };
}
