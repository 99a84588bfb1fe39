/** The constants of the sealed index, on which readers and writers of segments must agree. */
import { blockBytes } from '@cloakroom/contract/segments.ts';
import { envelopeOverhead } from './crypto/aead.ts';

/** Part of every seal, so that a block of another format is never misread. */
export const formatVersion = 2;

/** Bytes of a block before it is sealed. */
export const plainBytes = blockBytes - envelopeOverhead;

/** Cuts a stream of bytes into blocks; the last one is filled with zeros. */
export const blocksOf = (stream: Uint8Array): Buffer[] =>
  Array.from({ length: Math.ceil(stream.length / plainBytes) }, (_, block) => {
    const plain = Buffer.alloc(plainBytes);
    plain.set(stream.subarray(block * plainBytes, (block + 1) * plainBytes));
    return plain;
  });

/** The block number under which a header is sealed; no block has this number. */
export const headerNumber = 0xffff_ffff;

/** The largest number of records in a segment of an upload. */
export const segmentRecords = 65_536;

/** Keys are whole numbers from 0 below this: what a double represents exactly. */
export const keyLimit = 2 ** 53;

/** More entries than one block can hold: bitmaps are the densest groups, with 8 entries per byte. */
export const blockEntries = plainBytes * 8;

/** Bytes of an ordinal in a segment of this number of records. */
export const ordinalBytes = (records: number): number => (records <= 256 ? 1 : records <= 65_536 ? 2 : 3);
