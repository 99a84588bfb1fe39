/** Seals and labels of one segment's blocks: an AEAD bound to segment and number, and labels that reveal neither. */
import sodium from 'sodium-native';
import { labelBytes } from '@cloakroom/contract/segments.ts';
import { openBytes, sealBytes } from './crypto/aead.ts';
import { deriveKey } from './crypto/derive.ts';
import { formatVersion, headerNumber } from './format.ts';
import { IndexRefused } from './refused.ts';

/** The keys that open one segment and find its blocks. */
export type SegmentKeys = { id: Buffer; block: Buffer; label: Buffer };

/** The keys of a segment. @throws {RangeError} if the id is not 16 bytes long. */
export function segmentKeys(queryKey: Uint8Array, id: Uint8Array): SegmentKeys {
  if (id.length !== 16) throw new RangeError(`A segment's id has 16 bytes, not ${id.length}.`);
  return {
    id: Buffer.from(id),
    block: deriveKey(queryKey, 'segment block', id),
    label: deriveKey(queryKey, 'segment label', id),
  };
}

/** Format version ‖ segment id ‖ block number: every part has a fixed length, so that no two blocks have the same associated data. */
function associatedDataOf(id: Buffer, number: number, format = formatVersion): Buffer {
  const data = Buffer.alloc(21, format);
  data.set(id, 1);
  data.writeUInt32BE(number, 17);
  return data;
}

/** Seals a block (or header) and binds it to its segment and number. */
export const sealBlock = (keys: SegmentKeys, number: number, plain: Buffer): Buffer =>
  sealBytes(keys.block, associatedDataOf(keys.id, number), plain);

/** Opens a block (or header). @throws {IndexRefused} if it was sealed for another segment or number. */
export function openBlock(keys: SegmentKeys, number: number, sealed: Uint8Array): Buffer {
  const plain = openBytes(keys.block, associatedDataOf(keys.id, number), sealed);
  if (!plain) throw new IndexRefused(keys.id, number === headerNumber ? 'header' : number);
  return plain;
}

/** Formats that a header may have been sealed in: earlier ones, and some that may follow. */
const otherFormats = Array.from({ length: formatVersion + 4 }, (_, at) => at + 1).filter(
  (format) => format !== formatVersion,
);

/** The format of a header that another version of this program sealed; undefined for anything else. */
export const otherFormatOf = (keys: SegmentKeys, sealed: Uint8Array): number | undefined =>
  otherFormats.find((format) =>
    openBytes(keys.block, associatedDataOf(keys.id, headerNumber, format), sealed),
  );

/** A block's label: the first 8 bytes of BLAKE2b of its number, keyed with the segment's label key. */
function labelOf(keys: SegmentKeys, number: number): Buffer {
  const input = Buffer.alloc(4);
  input.writeUInt32BE(number);
  const hash = Buffer.alloc(sodium.crypto_generichash_BYTES_MIN);
  sodium.crypto_generichash(hash, input, keys.label);
  return hash.subarray(0, labelBytes);
}

/**
 * The labels of some blocks, joined in ascending order, and the block number behind each. Blocks are stored and
 * read in this order, because any other would reveal the order of the blocks.
 */
export function sortedLabels(
  keys: SegmentKeys,
  numbers: Iterable<number>,
): { labels: Buffer; numbers: number[] } {
  const pairs = Array.from(numbers, (number) => ({ number, label: labelOf(keys, number) }));
  pairs.sort((a, b) => Buffer.compare(a.label, b.label));
  return {
    labels: Buffer.concat(pairs.map(({ label }) => label)),
    numbers: pairs.map(({ number }) => number),
  };
}
