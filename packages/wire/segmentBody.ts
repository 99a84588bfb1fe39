/**
 * The binary body of one sealed segment, big-endian:
 * `CRS2`, header length u32, block count u32, upload 12 bytes, first number u32, record count u32,
 * header, labels (8 bytes each, ascending), blocks (1,024 bytes each, in label order), then every group of records as length
 * u32 and its bytes. The first number is a multiple of 32, so that the groups follow from the number of records.
 * A merged segment contains no records: their count is 0.
 *
 * `CRS1`, which earlier versions wrote, has packed records in place of the groups.
 */
import { blockBytes, labelBytes, recordsPerGroup } from '@cloakroom/contract/segments.ts';

/** The head of a body, before the segment's blocks. */
export type SegmentHead = {
  header: Uint8Array;
  labels: Uint8Array;
  upload: Uint8Array;
  /** The number of the first record; the others follow it. */
  first: number;
};

/** What a body has after its blocks: packed records, or groups of records. */
export type SegmentContent = 'records' | 'groups';

/** A body that is read in pieces, so that it is never in memory as a whole. */
export type SegmentBody = SegmentHead & {
  content: SegmentContent;
  recordCount: number;
  /** The blocks in the order of their labels, some at a time. */
  blocks: () => AsyncGenerator<Uint8Array>;
  /** The packed records or groups, some at a time. @throws {RangeError} if there are fewer or more bytes than the body states. */
  items: () => AsyncGenerator<Uint8Array[]>;
};

/** Where a body is read from. */
export type SegmentSource = {
  length: number;
  /** Reads `length` bytes from offset `at`. */
  read: (at: number, length: number) => Promise<Uint8Array>;
};

/** The maximum number of records in a segment. */
export const recordsPerSegment = 65_536;

const magics: Record<SegmentContent, number> = { records: 0x43525331, groups: 0x43525332 };
const preambleBytes = 32;
/** Bytes of the length before a record or group. */
const lengthBytes = 4;
/** How much is read at a time, a whole number of blocks. */
const maxReadBytes = 256 * blockBytes;

/** The parts of a body before its groups (or records), ready to be written in this order. */
export function segmentHead(
  body: SegmentHead & { blocks: Uint8Array },
  recordCount: number,
  content: SegmentContent = 'groups',
): Uint8Array[] {
  const start = new Uint8Array(preambleBytes);
  const view = new DataView(start.buffer);
  view.setUint32(0, magics[content]);
  view.setUint32(4, body.header.length);
  view.setUint32(8, body.labels.length / labelBytes);
  start.set(body.upload, 12);
  view.setUint32(24, body.first);
  view.setUint32(28, recordCount);
  return [start, body.header, body.labels, body.blocks];
}

/** The length that precedes a group or record. */
export function itemLength(item: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(lengthBytes);
  new DataView(bytes.buffer).setUint32(0, item.length);
  return bytes;
}

/** Reads the head of a body. @throws {RangeError} if it is not the head of a segment, or incomplete. */
export async function openSegmentBody(source: SegmentSource): Promise<SegmentBody> {
  const take = (at: number, length: number) => {
    if (at + length > source.length) throw new RangeError('The segment is truncated.');
    return source.read(at, length);
  };
  const start = await take(0, preambleBytes);
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  const content = contentOf(view.getUint32(0));
  const recordCount = view.getUint32(28);
  if (recordCount > recordsPerSegment)
    throw new RangeError(`A segment carries at most ${recordsPerSegment} records.`);
  const labelsAt = preambleBytes + view.getUint32(4);
  const blocksAt = labelsAt + view.getUint32(8) * labelBytes;
  const recordsAt = blocksAt + view.getUint32(8) * blockBytes;
  if (recordsAt > source.length) throw new RangeError('The segment is truncated.');

  async function* blocks(): AsyncGenerator<Uint8Array> {
    for (let at = blocksAt; at < recordsAt; at += maxReadBytes)
      yield take(at, Math.min(maxReadBytes, recordsAt - at));
  }
  async function* items(): AsyncGenerator<Uint8Array[]> {
    let at = recordsAt;
    let needed = lengthBytes;
    for (let left = itemCountOf(content, recordCount); left > 0;) {
      const bytes = await take(at, Math.max(needed, Math.min(maxReadBytes, source.length - at)));
      const complete = completeItems(bytes, left);
      yield complete.items;
      left -= complete.items.length;
      at += complete.end;
      needed = complete.needed;
    }
    if (at !== source.length) throw new RangeError('The segment is longer than it says.');
  }
  return {
    header: await take(preambleBytes, labelsAt - preambleBytes),
    labels: await take(labelsAt, blocksAt - labelsAt),
    upload: start.subarray(12, 24),
    first: view.getUint32(24),
    content,
    recordCount,
    blocks,
    items,
  };
}

function contentOf(magic: number): SegmentContent {
  if (magic === magics.groups) return 'groups';
  if (magic === magics.records) return 'records';
  throw new RangeError('The body is not a sealed segment.');
}

const itemCountOf = (content: SegmentContent, records: number): number =>
  content === 'groups' ? Math.ceil(records / recordsPerGroup) : records;

/**
 * The complete records or groups in some bytes, up to a maximum, and where they end. `needed` is the number of bytes that the
 * next one needs, as far as its length is known.
 */
function completeItems(
  bytes: Uint8Array,
  maxItems: number,
): { items: Uint8Array[]; end: number; needed: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const items: Uint8Array[] = [];
  let end = 0;
  let needed = lengthBytes;
  while (items.length < maxItems) {
    needed = lengthBytes;
    if (end + needed > bytes.length) break;
    needed += view.getUint32(end);
    if (end + needed > bytes.length) break;
    items.push(bytes.subarray(end + lengthBytes, end + needed));
    end += needed;
  }
  return { items, end, needed };
}
